/** Publishing the results of an event in the back office. */
export const adminPublishing = {
  title: 'Results',
  none: 'Nothing published. The public ranking shows no status.',
  provisional: 'Published as provisional on {{time}}.',
  final: 'Published as final on {{time}}. Scores can’t be changed.',
  hash: 'Score log: entry {{sequence}}, hash',
  publishProvisional: 'Publish as provisional',
  publishFinal: 'Publish as final',
  finalQuestion: 'Publish the final results?',
  finalText: 'Scores of this event can’t be changed until the results are taken back. The ranking shows the hash of the score log.',
  takeBack: 'Take back',
  takeBackQuestion: 'Take the results back?',
  takeBackText: 'The public ranking then shows no status, and scores can be changed again.',
  reason: 'Reason',
  reasonHint: 'Only the audit log shows the reason.',
} as const
