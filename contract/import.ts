/** A problem of a line in an imported file. `line` counts from 1, the header; 0 is the file itself. `field` is the name of the column. */
export type ImportProblem = { line: number; field: string; msg: string }
