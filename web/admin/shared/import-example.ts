/** A valid import file in the language of a page: the titles of its columns, and lines below them. */
export type ImportExample = { columns: string[]; rows: string[][] }

/** Builds a file from its columns: each has a title and the cell of every line. */
export const buildImportExampleTable = (
  columns: readonly (readonly [title: string, ...cells: string[]])[],
): ImportExample => ({
  columns: columns.map(([title]) => title),
  rows: Array.from({ length: (columns[0]?.length ?? 1) - 1 }, (_, at) =>
    columns.map((column) => column[at + 1] ?? ''),
  ),
})

/** The names of a pupil and of a team in example files. */
export const exampleNames = {
  en: { team: 'Sand Falcons', school: 'Al Noor School', girl: 'Sara Ahmed' },
  ar: { team: 'صقور الرمال', school: 'مدرسة النور', girl: 'سارة أحمد' },
} as const
