// What models an endpoint has. Pure but for the fetch that is handed in.

/** Where Ollama listens unless it is told otherwise. */
export const ollamaAddress = 'http://127.0.0.1:11434';

/** How long an endpoint may take to name its models. */
const listTime = 2_000; // milliseconds
/** At most so many are offered. */
const most = 200;

export type Fetch = (url: string, options: { signal: AbortSignal; redirect: 'error' }) => Promise<{ ok: boolean; json(): Promise<unknown> }>;

/** The names of Ollama's models; undefined where none answers. */
export async function ollamaModels(address: string, fetch: Fetch): Promise<string[] | undefined> {
  const base = address.trim().replace(/\/+$/, '').replace(/\/(v1|api)$/, '');
  return names(await get(`${base === '' ? ollamaAddress : base}/api/tags`, fetch), 'models', 'name');
}

/** The names of the models of a server that is compatible with OpenAI's; undefined where it does not say. */
export async function compatibleModels(address: string, fetch: Fetch): Promise<string[] | undefined> {
  return names(await get(`${address.trim().replace(/\/+$/, '')}/models`, fetch), 'data', 'id');
}

/** Whether an address is on this computer: only such a one is asked without a key. */
export function local(address: string): boolean {
  try {
    return /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);
  } catch {
    return false;
  }
}

async function get(url: string, fetch: Fetch): Promise<unknown> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(listTime), redirect: 'error' });
    return answer.ok ? await answer.json() : undefined;
  } catch {
    return undefined; // nobody there, or no JSON
  }
}

function names(answer: unknown, list: string, member: string): string[] | undefined {
  const items: unknown = typeof answer === 'object' && answer !== null ? (answer as Record<string, unknown>)[list] : undefined;
  if (!Array.isArray(items)) {
    return undefined;
  }
  const out = new Set<string>();
  for (const item of items as unknown[]) {
    const name = typeof item === 'object' && item !== null ? (item as Record<string, unknown>)[member] : undefined;
    if (typeof name === 'string' && name !== '') {
      out.add(name);
    }
  }
  return [...out].sort().slice(0, most);
}
