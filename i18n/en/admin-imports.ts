/** Texts of the back office's page about imported files. */
export const adminImports = {
  file: 'File',
  kinds: { teams: 'Teams', scores: 'Scores', users: 'Users', faqs: 'FAQs', schedule: 'Schedule' },
  lines: 'Lines',
  createdBy: 'Imported by',
  createdAt: 'Date',
  state: 'Status',
  isImported: 'Imported',
  isUndone: 'Undone',
  undo: 'Undo',
  undoFile: 'Undo the import of {{name}}',
  undoTitle: 'Undo the import of “{{name}}”?',
  undoText_one: 'This deletes the {{count}} record that it created, unless it has been changed or paid since.',
  undoText_other: 'This deletes all {{count}} records that it created, unless any of them has been changed or paid since.',
  undone: 'The import was undone.',
} as const
