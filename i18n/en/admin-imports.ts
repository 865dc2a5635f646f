/** Texts of the back office's page about imported files. */
export const adminImports = {
  title: 'Imports',
  file: 'File',
  kinds: { teams: 'Teams', scores: 'Scores', users: 'Users', faqs: 'FAQs', schedule: 'Schedule' },
  lines: 'Lines',
  createdBy: 'Imported by',
  createdAt: 'When',
  state: 'Status',
  isImported: 'Imported',
  isUndone: 'Undone',
  undo: 'Undo',
  undoFile: 'Undo the import of {{name}}',
  undoTitle: 'Undo the import of “{{name}}”?',
  undoText_one: 'The {{count}} record that it created is deleted, if it was not changed or paid since.',
  undoText_other: 'All {{count}} records that it created are deleted, if none of them was changed or paid since.',
  undone: 'The import was undone.',
} as const
