#!/usr/bin/env python3
"""Packs built programs for pip, npm and Debian, and describes archives to Homebrew and Scoop.

usage: pack.py --version 1.2.3 --docs dist/docs --out dist/packages linux-amd64=dist/fettle ...

The folder of the documents is what make documents writes. Nothing is fetched or
run; the same programs give the same packages.
"""
import argparse
import base64
import gzip
import hashlib
import io
import json
import os
import re
import stat
import tarfile
import zipfile

HOME = "https://github.com/fettle-dev/fettle"
SUMMARY = "Fix what linters, type checkers and compilers report, and check every fix."
# target: (wheel's platform, npm's os, npm's cpu, Debian's architecture)
TARGETS = {
    "linux-amd64": ("linux_x86_64", "linux", "x64", "amd64"),
    "linux-arm64": ("linux_aarch64", "linux", "arm64", "arm64"),
    "darwin-amd64": ("macosx_12_0_x86_64", "darwin", "x64", None),  # Go 1.26 needs macOS 12
    "darwin-arm64": ("macosx_12_0_arm64", "darwin", "arm64", None),
    "windows-amd64": ("win_amd64", "win32", "x64", None),
}
EPOCH = (1980, 1, 1, 0, 0, 0)
root = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")


def text(name):
    with open(os.path.join(root, name), encoding="utf-8") as f:
        return f.read()


def documents(folder):
    """The notices, the manual pages by name, and the completions by shell."""
    def read(*path):
        with open(os.path.join(folder, *path), "rb") as f:
            return f.read()
    pages = {name: read("man", name) for name in sorted(os.listdir(os.path.join(folder, "man")))}
    shells = {shell: read("completions", name) for shell, name in
              (("bash", "fettle.bash"), ("zsh", "_fettle"), ("fish", "fettle.fish"))}
    return read("THIRD-PARTY-NOTICES.txt"), pages, shells


def platform_tag(target, program):
    """The platform of a wheel: a program for Linux runs with the C library it was linked to, or a newer one."""
    tag = TARGETS[target][0]
    if not tag.startswith("linux_"):
        return tag
    needs = [(int(a), int(b)) for a, b in re.findall(rb"GLIBC_(\d+)\.(\d+)", program)]
    arch = tag[len("linux_"):]
    if not needs:  # static: any Linux
        return f"manylinux_2_17_{arch}.manylinux2014_{arch}.musllinux_1_1_{arch}"
    major, minor = max(max(needs), (2, 17))
    return f"manylinux_{major}_{minor}_{arch}"


def exe(target):
    return "fettle.exe" if target.startswith("windows") else "fettle"


def wheel(out, version, target, program, docs):
    tag = "py3-none-" + platform_tag(target, program)
    info = f"fettle-{version}.dist-info"
    files = {
        f"fettle-{version}.data/scripts/{exe(target)}": program,
        f"{info}/METADATA": (
            f"Metadata-Version: 2.1\nName: fettle\nVersion: {version}\nSummary: {SUMMARY}\nHome-page: {HOME}\nLicense: MIT\n"
            f"Project-URL: Changelog, {HOME}/blob/main/CHANGELOG.md\n"
            "Requires-Python: >=3.8\nLicense-File: LICENSE\nLicense-File: THIRD-PARTY-NOTICES.txt\nDescription-Content-Type: text/markdown\n\n" + text("README.md")).encode(),
        f"{info}/WHEEL": ("Wheel-Version: 1.0\nGenerator: fettle\nRoot-Is-Purelib: false\n"
                          + "".join(f"Tag: py3-none-{t}\n" for t in tag[len("py3-none-"):].split("."))).encode(),
        f"{info}/licenses/LICENSE": text("LICENSE").encode(),
        f"{info}/licenses/THIRD-PARTY-NOTICES.txt": docs[0],
        **{f"fettle-{version}.data/data/share/man/man1/{name}": page for name, page in docs[1].items()},
    }
    record = "".join(
        f"{name},sha256={base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b'=').decode()},{len(data)}\n"
        for name, data in files.items()) + f"{info}/RECORD,,\n"
    files[f"{info}/RECORD"] = record.encode()
    path = os.path.join(out, f"fettle-{version}-{tag}.whl")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as z:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, EPOCH)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (stat.S_IFREG | (0o755 if "/scripts/" in name else 0o644)) << 16
            z.writestr(entry, data)
    return path


def tarball(path, files):
    """A .tar.gz whose bytes depend on its content alone; files are name: (data, mode), a folder without data."""
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.USTAR_FORMAT) as t:
        for name, (data, mode) in files.items():
            entry = tarfile.TarInfo(name)
            entry.mode = mode
            if data is None:
                entry.type = tarfile.DIRTYPE
                t.addfile(entry)
                continue
            entry.size = len(data)
            t.addfile(entry, io.BytesIO(data))
    with open(path, "wb") as f, gzip.GzipFile(filename="", mode="wb", fileobj=f, compresslevel=9, mtime=0) as g:
        g.write(plain.getvalue())
    return path


def npm_platform(out, version, target, program, docs):
    _, system, cpu, _ = TARGETS[target]
    about = {"name": f"@fettle-dev/fettle-{system}-{cpu}", "version": version, "description": f"fettle for {system} {cpu}",
             "repository": HOME, "license": "MIT", "os": [system], "cpu": [cpu], "files": ["bin", "THIRD-PARTY-NOTICES.txt"], "preferUnplugged": True}
    return tarball(os.path.join(out, f"fettle-{system}-{cpu}-{version}.tgz"), {
        "package/package.json": (json.dumps(about, indent=2).encode(), 0o644),
        "package/LICENSE": (text("LICENSE").encode(), 0o644),
        "package/THIRD-PARTY-NOTICES.txt": (docs[0], 0o644),
        "package/bin/" + exe(target): (program, 0o755),
    })


def npm_main(out, version, docs):
    deps = {f"@fettle-dev/fettle-{system}-{cpu}": version for _, system, cpu, _ in TARGETS.values()}
    about = {"name": "fettle", "version": version, "description": SUMMARY, "repository": HOME, "license": "MIT",
             "mcpName": "io.github.fettle-dev/fettle",  # as in packaging/registries/mcp/server.json
             "bin": {"fettle": "fettle.js"}, "man": [f"./man/{name}" for name in docs[1]], "optionalDependencies": deps, "engines": {"node": ">=18"}}
    return tarball(os.path.join(out, f"fettle-{version}.tgz"), {
        "package/package.json": (json.dumps(about, indent=2).encode(), 0o644),
        "package/README.md": (text("README.md").encode(), 0o644),
        "package/LICENSE": (text("LICENSE").encode(), 0o644),
        "package/fettle.js": (text("packaging/fettle.js").encode(), 0o755),
        **{f"package/man/{name}": (page, 0o644) for name, page in docs[1].items()},
    })


def deb(out, version, target, program, docs):
    """A Debian package: an ar archive of three members (deb(5))."""
    arch = TARGETS[target][3]
    tmp = os.path.join(out, "member.tar.gz")

    def member(files):
        tarball(tmp, files)
        with open(tmp, "rb") as f:
            return f.read()
    control = (f"Package: fettle\nVersion: {version}\nArchitecture: {arch}\nMaintainer: The fettle authors <fettle@localhost>\n"
               f"Installed-Size: {len(program) // 1024}\nRecommends: git\nSection: devel\nPriority: optional\nHomepage: {HOME}\n"
               f"Description: fix what linters, type checkers and compilers report\n"
               f" fettle fixes diagnostics of many tools and checks every fix before it is applied.\n")
    share = "./usr/share/"
    data = {"./usr/bin/fettle": (program, 0o755),
            share + "doc/fettle/copyright": (text("LICENSE").encode() + b"\n" + docs[0], 0o644),
            share + "bash-completion/completions/fettle": (docs[2]["bash"], 0o644),
            share + "zsh/vendor-completions/_fettle": (docs[2]["zsh"], 0o644),
            share + "fish/vendor_completions.d/fettle.fish": (docs[2]["fish"], 0o644),
            **{f"{share}man/man1/{name}.gz": (gzip.compress(page, 9, mtime=0), 0o644) for name, page in docs[1].items()}}
    folders = {"./" if name == "." else name: (None, 0o755) for name in sorted({name[:i] for name in data for i, c in enumerate(name) if c == "/"})}
    sums = "".join(f"{hashlib.md5(body).hexdigest()}  {name[2:]}\n" for name, (body, _) in data.items())
    members = [("debian-binary", b"2.0\n"),
               ("control.tar.gz", member({"./control": (control.encode(), 0o644), "./md5sums": (sums.encode(), 0o644)})),
               ("data.tar.gz", member({**folders, **data}))]
    os.remove(tmp)
    path = os.path.join(out, f"fettle_{version}_{arch}.deb")
    with open(path, "wb") as f:
        f.write(b"!<arch>\n")
        f.writelines(
            f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(body):<10}`\n".encode() + body + b"\n" * (len(body) % 2)
            for name, body in members)
    return path


def formula(version, sums):
    # No version of its own: Homebrew reads it from the addresses, and brew audit refuses to have it twice.
    body = f'class Fettle < Formula\n  desc "{SUMMARY[:-1]}"\n  homepage "{HOME}"\n  license "MIT"\n'
    for system, word in (("darwin", "macos"), ("linux", "linux")):
        body += f"\n  on_{word} do\n"
        for arch, cpu in (("arm64", "arm"), ("amd64", "intel")):
            name = f"fettle_{version}_{system}_{arch}.tar.gz"
            if name in sums:
                body += f'    on_{cpu} do\n      url "{HOME}/releases/download/v{version}/{name}"\n      sha256 "{sums[name]}"\n    end\n'
        body += "  end\n"
    return body + '\n  def install\n    bin.install "fettle"\n    man1.install Dir["man/*.1"]\n' \
                  '    generate_completions_from_executable(bin/"fettle", "completion")\n  end\n\n' \
                  '  test do\n    assert_match version.to_s, shell_output("#{bin}/fettle version")\n  end\nend\n'


def scoop(version, sums):
    name = f"fettle_{version}_windows_amd64.zip"
    return json.dumps({
        "version": version, "description": SUMMARY, "homepage": HOME, "license": "MIT", "bin": "fettle.exe",
        "architecture": {"64bit": {"url": f"{HOME}/releases/download/v{version}/{name}", "hash": sums.get(name, "")}},
        "checkver": "github", "autoupdate": {"architecture": {"64bit": {"url": f"{HOME}/releases/download/v$version/fettle_$version_windows_amd64.zip"}}},
    }, indent=2) + "\n"


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument("--version", required=True)
    p.add_argument("--out", required=True)
    p.add_argument("--docs", required=True, help="the folder of notices, manual pages and completions")
    p.add_argument("--archives", help="the folder of a release's archives: the formula and the manifest name them")
    p.add_argument("programs", nargs="+", metavar="TARGET=PROGRAM")
    o = p.parse_args()
    if not re.fullmatch(r"\d+\.\d+\.\d+", o.version):
        p.error(f"the version is {o.version!r}, want three numbers: tag the commit first")
    docs = documents(o.docs)
    os.makedirs(o.out, exist_ok=True)
    made = [npm_main(o.out, o.version, docs)]
    for pair in o.programs:
        target, _, path = pair.partition("=")
        if target not in TARGETS:
            p.error(f"the target is {target!r}, want one of {', '.join(TARGETS)}")
        with open(path, "rb") as f:
            program = f.read()
        made += [wheel(o.out, o.version, target, program, docs), npm_platform(o.out, o.version, target, program, docs)]
        if TARGETS[target][3]:
            made.append(deb(o.out, o.version, target, program, docs))
    written = [("SHA256SUMS", "".join(f"{sha256(path)}  {os.path.basename(path)}\n" for path in sorted(made)))]
    if o.archives:
        sums = {name: sha256(os.path.join(o.archives, name)) for name in os.listdir(o.archives) if name.endswith((".tar.gz", ".zip"))}
        written += [("fettle.rb", formula(o.version, sums)), ("fettle.json", scoop(o.version, sums))]
    for name, body in written:
        with open(os.path.join(o.out, name), "w", encoding="utf-8", newline="\n") as f:
            f.write(body)
    for path in made:
        print(f"{os.path.getsize(path) / 1e6:6.1f} MB  {os.path.basename(path)}")


def sha256(path):
    with open(path, "rb") as f:
        return hashlib.sha256(f.read()).hexdigest()


if __name__ == "__main__":
    main()
