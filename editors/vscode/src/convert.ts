// Diagnostics of VS Code in the protocol's form. Pure: the types say only what
// is read of VS Code's.

export interface Position {
  line: number;
  character: number;
}

export interface Range {
  start: Position;
  end: Position;
}

export interface EditorDiagnostic {
  range: Range;
  message: string;
  severity: number; // 0 error ... 3 hint
  source?: string | undefined;
  code?: string | number | { value: string | number; target: { toString(): string } } | undefined;
  tags?: readonly number[] | undefined;
  relatedInformation?: readonly { location: { uri: { toString(): string }; range: Range }; message: string }[] | undefined;
}

export interface WireDiagnostic {
  range: Range;
  severity: number; // 1 error ... 4 hint
  message: string;
  source?: string;
  code?: string | number;
  codeDescription?: { href: string };
  tags?: number[];
  relatedInformation?: { location: { uri: string; range: Range }; message: string }[];
}

/** At most so many are sent for a document; the most severe stay. */
export const most = 500;

/** The diagnostics of other tools, most severe first where there are too many. */
export function foreign(list: readonly EditorDiagnostic[]): WireDiagnostic[] {
  let out = list.filter((d) => d.source !== 'fettle').map(wire);
  if (out.length > most) {
    out = out
      .map((d, i) => ({ d, i }))
      .sort((a, b) => a.d.severity - b.d.severity || a.i - b.i)
      .slice(0, most)
      .map((x) => x.d);
  }
  return out;
}

function wire(d: EditorDiagnostic): WireDiagnostic {
  const out: WireDiagnostic = { range: range(d.range), severity: d.severity + 1, message: d.message };
  if (d.source !== undefined) {
    out.source = d.source;
  }
  if (typeof d.code === 'object') {
    out.code = d.code.value;
    out.codeDescription = { href: d.code.target.toString() };
  } else if (d.code !== undefined) {
    out.code = d.code;
  }
  if (d.tags !== undefined && d.tags.length > 0) {
    out.tags = [...d.tags];
  }
  if (d.relatedInformation !== undefined && d.relatedInformation.length > 0) {
    out.relatedInformation = d.relatedInformation.map((r) => ({
      location: { uri: r.location.uri.toString(), range: range(r.location.range) },
      message: r.message,
    }));
  }
  return out;
}

function range(r: Range): Range {
  return {
    start: { line: r.start.line, character: r.start.character },
    end: { line: r.end.line, character: r.end.character },
  };
}
