// Reads a recorded stream of the protocol.

/** The messages of a stream; the last may be cut. */
export function messages(data) {
  const out = [];
  for (let at = 0; ; ) {
    const head = data.indexOf('\r\n\r\n', at);
    const length = head < 0 ? 0 : Number(/Content-Length: (\d+)/.exec(data.toString('latin1', at, head))?.[1]);
    if (!length || data.length < head + 4 + length) {
      return out;
    }
    at = head + 4 + length;
    out.push(JSON.parse(data.toString('utf8', head + 4, at)));
  }
}
