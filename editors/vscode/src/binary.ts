// Finds the fettle program. Pure but for what is handed in.
import * as nodePath from 'node:path';

export interface Place {
  setting: string; // fettle.path
  extension: string; // folder of the extension
  searchPath: string; // the environment's PATH
  platform: string; // process.platform
  home: string;
  folders: readonly string[]; // of the workspace
  /** The path without symbolic links; the path itself where there is none. */
  real: (path: string) => string;
}

export interface Candidate {
  path: string;
  from: 'fettle.path' | 'this extension' | 'PATH';
}

/**
 * Where to look, in order. A setting is the user's decision: nothing else is
 * tried beside it. Of PATH only absolute folders outside of the workspace
 * count, so that no repository can bring its own fettle.
 */
export function candidates(place: Place): Candidate[] {
  const path = place.platform === 'win32' ? nodePath.win32 : nodePath.posix;
  const name = place.platform === 'win32' ? 'fettle.exe' : 'fettle';
  const setting = place.setting.trim();
  if (setting !== '') {
    const expanded = setting.startsWith('~/') ? path.join(place.home, setting.slice(2)) : setting;
    return path.isAbsolute(expanded) ? [{ path: expanded, from: 'fettle.path' }] : [];
  }
  const out: Candidate[] = [{ path: path.join(place.extension, 'bin', name), from: 'this extension' }];
  const folders = place.folders.flatMap((f) => [f, place.real(f)]);
  for (const entry of place.searchPath.split(path.delimiter)) {
    const dir = entry.replace(/^"(.*)"$/, '$1');
    if (!path.isAbsolute(dir)) {
      continue;
    }
    const program = path.join(dir, name);
    const inside = [dir, place.real(dir), place.real(program)].some((p) => folders.some((f) => within(path, f, p)));
    if (!inside && !out.some((c) => c.path === program)) {
      out.push({ path: program, from: 'PATH' });
    }
  }
  return out;
}

function within(path: nodePath.PlatformPath, folder: string, file: string): boolean {
  const rel = path.relative(folder, file);
  return rel === '' || (rel !== '..' && !rel.startsWith(`..${path.sep}`) && !path.isAbsolute(rel));
}

export interface Found extends Candidate {
  version: string;
}

/**
 * The first candidate that says its version. An extension that was built for
 * another platform brings a program that cannot run, so being there is not
 * enough.
 */
export async function choose(list: readonly Candidate[], probe: (path: string) => Promise<string>): Promise<{ found?: Found; tried: string[] }> {
  const tried: string[] = [];
  for (const c of list) {
    try {
      const version = /^fettle (\S+)/.exec(await probe(c.path))?.[1];
      if (version !== undefined) {
        return { found: { ...c, version }, tried };
      }
      tried.push(`${c.path}: does not say that it is fettle`);
    } catch (err) {
      if ((err as NodeJS.ErrnoException).code !== 'ENOENT') {
        tried.push(`${c.path}: ${err instanceof Error ? (err.message.split('\n')[0] ?? '') : String(err)}`);
      }
    }
  }
  return { tried };
}
