//! fettle in Zed: starts the program that the user has installed, or the one of
//! the newest release.

use std::fs;

use zed_extension_api::{self as zed, settings::LspSettings, LanguageServerId, Result};

struct Fettle {
    downloaded: Option<String>,
}

impl Fettle {
    /// The program of the newest release, downloaded once.
    fn download(&mut self, id: &LanguageServerId) -> Result<String> {
        if let Some(path) = &self.downloaded {
            if fs::metadata(path).is_ok_and(|f| f.is_file()) {
                return Ok(path.clone());
            }
        }
        zed::set_language_server_installation_status(id, &zed::LanguageServerInstallationStatus::CheckingForUpdate);
        let options = zed::GithubReleaseOptions { require_assets: true, pre_release: false };
        let release = zed::latest_github_release("fettle-dev/fettle", options)?;
        let (os, cpu) = zed::current_platform();
        let (os, ending, kind, program) = match os {
            zed::Os::Mac => ("darwin", "tar.gz", zed::DownloadedFileType::GzipTar, "fettle"),
            zed::Os::Linux => ("linux", "tar.gz", zed::DownloadedFileType::GzipTar, "fettle"),
            zed::Os::Windows => ("windows", "zip", zed::DownloadedFileType::Zip, "fettle.exe"),
        };
        let cpu = match cpu {
            zed::Architecture::Aarch64 => "arm64",
            zed::Architecture::X8664 => "amd64",
            zed::Architecture::X86 => return Err("there is no fettle for 32 bits".into()),
        };
        let version = release.version.trim_start_matches('v');
        let name = format!("fettle_{version}_{os}_{cpu}.{ending}");
        let asset = release
            .assets
            .iter()
            .find(|a| a.name == name)
            .ok_or_else(|| format!("the release {} has no {name}", release.version))?;
        let folder = format!("fettle-{version}");
        let path = format!("{folder}/{program}");
        if fs::metadata(&path).is_err() {
            zed::set_language_server_installation_status(id, &zed::LanguageServerInstallationStatus::Downloading);
            zed::download_file(&asset.download_url, &folder, kind)?;
            zed::make_file_executable(&path)?;
            for old in fs::read_dir(".").map_err(|e| e.to_string())?.flatten() {
                if old.file_name().to_str() != Some(&folder) {
                    let _ = fs::remove_dir_all(old.path());
                }
            }
        }
        self.downloaded = Some(path.clone());
        Ok(path)
    }
}

impl zed::Extension for Fettle {
    fn new() -> Self {
        Fettle { downloaded: None }
    }

    fn language_server_command(&mut self, id: &LanguageServerId, worktree: &zed::Worktree) -> Result<zed::Command> {
        let binary = LspSettings::for_worktree("fettle", worktree).ok().and_then(|s| s.binary);
        let args = binary.as_ref().and_then(|b| b.arguments.clone());
        let command = match binary.and_then(|b| b.path).or_else(|| worktree.which("fettle")) {
            Some(path) => path,
            None => self.download(id)?,
        };
        Ok(zed::Command {
            command,
            args: args.unwrap_or_else(|| vec!["serve".into(), "--client-config=user".into()]),
            env: worktree.shell_env(),
        })
    }

    fn language_server_initialization_options(&mut self, _: &LanguageServerId, worktree: &zed::Worktree) -> Result<Option<zed::serde_json::Value>> {
        Ok(LspSettings::for_worktree("fettle", worktree).ok().and_then(|s| s.initialization_options))
    }

    fn language_server_workspace_configuration(&mut self, _: &LanguageServerId, worktree: &zed::Worktree) -> Result<Option<zed::serde_json::Value>> {
        Ok(LspSettings::for_worktree("fettle", worktree).ok().and_then(|s| s.settings))
    }
}

zed::register_extension!(Fettle);
