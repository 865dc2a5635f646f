/** Why a line of a file was refused; `line` counts from 1, the header's, and 0 is the file itself. `field` is the name of its column. */
export type ImportProblem = { line: number; field: string; msg: string }
