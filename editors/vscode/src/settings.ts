// What VS Code's settings mean to fettle. Pure: no API of VS Code.
//
// Settings that only the user may make (scope machine) go to the server as
// flags, which it trusts. The rest is sent as the client's configuration, which
// it treats as a workspace's word. Only what somebody really set is handed
// over, so that VS Code's defaults do not hide the user's config.toml.
import rows from './keys.json';

/** One row of the generated table; see internal/config/manifest_vscode_test.go. */
export interface Row {
  setting: string; // without the prefix "fettle."
  key: string; // a "*" stands for a name of the user's choice
  scope: string; // machine or resource
  narrow?: boolean; // the user's own value goes before a workspace's
}

/** The values of one setting, as inspect() tells them. */
export interface Values {
  user?: unknown;
  workspace?: unknown;
}

/** What the server is handed. */
export interface Handed {
  flags: string[]; // --set KEY=VALUE ...
  client: Tree; // the answer to workspace/configuration
}

export interface Tree {
  [name: string]: unknown;
}

export function hand(inspect: (setting: string) => Values, table: readonly Row[] = rows): Handed {
  const flags: string[] = [];
  const client: Tree = {};
  for (const row of table) {
    const values = inspect(row.setting);
    const user = entries(row, values.user);
    const workspace = row.scope === 'machine' ? new Map<string, unknown>() : entries(row, values.workspace);
    for (const [key, value] of user) {
      if (row.scope === 'machine' || row.narrow) {
        flags.push('--set', `${key}=${toml(value)}`);
        workspace.delete(key);
      } else if (!workspace.has(key)) {
        workspace.set(key, value);
      }
    }
    for (const [key, value] of workspace) {
      put(client, key.split('.'), value);
    }
  }
  return { flags, client };
}

/** The keys of fettle that a value of one setting sets. */
function entries(row: Row, value: unknown): Map<string, unknown> {
  const out = new Map<string, unknown>();
  if (!row.key.includes('*')) {
    if (!empty(value)) {
      out.set(row.key, value);
    }
    return out;
  }
  if (!isTree(value)) {
    return out;
  }
  for (const [name, inner] of Object.entries(value)) {
    if (!empty(inner) && name !== '' && !/[.=]/.test(name)) {
      out.set(row.key.replace('*', () => name), inner);
    }
  }
  return out;
}

/** Nothing was set: an empty list of arguments or of files says no more than none. */
function empty(value: unknown): boolean {
  return value === undefined || value === null || (Array.isArray(value) && value.length === 0);
}

function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function put(tree: Tree, path: readonly string[], value: unknown): void {
  let at = tree;
  for (const name of path.slice(0, -1)) {
    const next = at[name];
    if (isTree(next)) {
      at = next;
    } else {
      const fresh: Tree = Object.create(null) as Tree;
      at[name] = fresh;
      at = fresh;
    }
  }
  at[path[path.length - 1] ?? ''] = value;
}

/** A value in TOML's notation. JSON's is the same but for tables and for DEL. */
export function toml(value: unknown): string {
  if (Array.isArray(value)) {
    return `[${value.map(toml).join(', ')}]`;
  }
  if (isTree(value)) {
    return `{${Object.entries(value).map(([k, v]) => `${toml(k)} = ${toml(v)}`).join(', ')}}`;
  }
  return JSON.stringify(value).replace(/\x7f/g, '\\u007f');
}

/** Adds null for each key that the server was told before and that is set no longer. */
export function takeBack(client: Tree, told: Iterable<string>): Tree {
  const set = new Set(paths(client));
  for (const key of told) {
    if (!set.has(key)) {
      put(client, key.split('.'), null);
    }
  }
  return client;
}

/** The keys that are set in a tree. */
export function paths(tree: Tree, prefix = ''): string[] {
  return Object.entries(tree).flatMap(([name, value]) =>
    isTree(value) ? paths(value, `${prefix}${name}.`) : [prefix + name],
  );
}

/** The variable that hands over a stored key where the settings name none. */
export const ownVariable = 'FETTLE_API_KEY';

/**
 * Adds a stored key: in the environment variable that the settings name, else
 * in one of our own, which the server is then told of. Never in a flag.
 */
export function withKey(flags: readonly string[], variable: unknown, key: string | undefined): { flags: string[]; env: Record<string, string> } {
  if (key === undefined || key === '') {
    return { flags: [...flags], env: {} };
  }
  if (typeof variable === 'string' && /^[A-Za-z_][A-Za-z0-9_]*$/.test(variable)) {
    return { flags: [...flags], env: { [variable]: key } };
  }
  return { flags: [...flags, '--set', `model.apiKeyEnv=${toml(ownVariable)}`], env: { [ownVariable]: key } };
}
