/**
 * The kinds of background tasks. The label of a task says what it works on: for `import` the kind of the import,
 * for `print-file` the document.
 */
export const backgroundTaskKinds = ['import', 'print-file'] as const
export type BackgroundTaskKind = (typeof backgroundTaskKinds)[number]

/**
 * The states of a background task. `failed` is also the state of a task whose process ended, as a running one
 * reports itself every second.
 */
export const backgroundTaskStates = ['running', 'finished', 'failed', 'cancelled'] as const
export type BackgroundTaskState = (typeof backgroundTaskStates)[number]

/** How long the list shows a task. */
export const backgroundTaskRetentionDays = 30
