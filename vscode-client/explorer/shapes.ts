// What the compiler answers; `compiler/tilewright/explore/shapes.py` says what each field means. Lines are 0-based.

export type Change = "same" | "moved" | "changed" | "added" | "removed";
export type Row = readonly [Change, number, number];
export type Group = "source" | "graph" | "passes" | "schedule" | "machine";

export interface Loop {
  readonly kind: "loop" | "block" | "if" | "store" | "allocate";
  readonly name: string;
  readonly extent: string;
  readonly how: string;
  readonly axis: string;
  readonly lanes: number;
  readonly line: number;
  readonly origins: readonly number[];
  readonly inside: readonly Loop[];
}

export interface Access {
  readonly buffer: string;
  readonly shape: readonly number[];
  readonly dtype: string;
  readonly is_write: boolean;
  readonly text: string;
  readonly start: number | null;
  readonly loops: readonly { readonly name: string; readonly extent: number; readonly stride: number | null }[];
  readonly origins: readonly number[];
}

export interface Cost {
  readonly flops: number | null;
  readonly bytes: number | null;
  readonly flops_text: string;
  readonly bytes_text: string;
}

export interface Stage {
  readonly name: string;
  readonly group: Group;
  readonly about: string;
  readonly milliseconds: number | null;
  readonly changed: boolean;
  readonly text: string;
  readonly origins: readonly (readonly number[])[];
  readonly rows: readonly Row[];
  readonly reasons: readonly string[];
  readonly loops: readonly Loop[];
  readonly problem: string;
}

export interface GraphNode {
  readonly id: string;
  readonly op: string;
  readonly kind: "input" | "constant" | "call" | "output";
  readonly info: string;
  readonly group: number;
  readonly origins: readonly number[];
}

export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly { readonly source: string; readonly target: string; readonly info: string }[];
  readonly groups: readonly string[];
  readonly memory: readonly {
    readonly name: string;
    readonly bytes: number | null;
    readonly bytes_text: string;
    readonly tensors: readonly (readonly [string, string, number, number])[];
  }[];
  readonly steps: number;
}

export interface Func {
  readonly name: string;
  readonly kind: "tensor_ir" | "relax" | "unread";
  readonly first: number;
  readonly last: number;
  readonly factory: string;
  readonly calls: readonly string[];
}

export interface Answer {
  readonly path: string;
  readonly text: string;
  readonly version: string;
  readonly functions: readonly Func[];
  readonly executed: readonly string[];
  readonly name: string;
  readonly call: string;
  readonly call_problem: string;
  readonly given: Readonly<Record<string, unknown>>;
  readonly kind: string;
  readonly problems: readonly {
    readonly line: number;
    readonly place: string;
    readonly severity: string;
    readonly code: string;
    readonly message: string;
  }[];
  readonly stages: readonly Stage[];
  readonly accesses: readonly Access[];
  readonly cost: Cost | null;
  readonly milliseconds: number;
}

export interface Rest {
  readonly stages: readonly Stage[];
  readonly graph: Graph | null;
  readonly milliseconds: number;
  readonly more: boolean;
}

export interface Run {
  readonly ok: boolean;
  readonly title: string;
  readonly text: string;
  readonly data: { readonly times?: readonly number[]; readonly flops?: number | null; readonly moved?: number | null };
  readonly peaks?: { readonly flops: number; readonly bytes: number } | null;
}

export interface Source {
  readonly path: string;
  readonly text: string;
  readonly version: string;
}

export interface Failure {
  readonly error: string;
}
