// The server's log in VS Code's output channel. Pure.

export interface Line {
  level: 'debug' | 'info' | 'warn' | 'error';
  text: string;
}

const levels: Record<string, Line['level']> = { DEBUG: 'debug', INFO: 'info', WARN: 'warn', ERROR: 'error' };

/**
 * One line that the server wrote to standard error. The channel has a time and
 * a level of its own; a line that is no line of the log, of a crash for
 * example, stays as it is.
 */
export function logLine(line: string): Line {
  const m = /^time=\S+ level=([A-Z]+)\S* msg=("(?:[^"\\]|\\.)*"|\S*)(.*)$/.exec(line);
  const level = levels[m?.[1] ?? ''];
  if (m === null || level === undefined) {
    return { level: 'error', text: line };
  }
  const [, , message = '', rest = ''] = m;
  return { level, text: (message.startsWith('"') ? message.slice(1, -1).replace(/\\(["\\])/g, '$1') : message) + rest };
}
