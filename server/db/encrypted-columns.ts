/** A column with encrypted values. All names are those of the database. */
type EncryptedColumnDefinition = {
  table: string
  /** The column whose value binds a ciphertext to its row, with its type. */
  rowId: string
  rowIdType: 'uuid' | 'text'
  /** The expression that reads the ciphertext of a row. */
  ciphertext: string
  /** The assignment that stores the ciphertext `changed.ciphertext`. */
  assignment: string
  /** The column with the keyed hash of the value, or of what `readHashedText` returns of it. */
  hash?: string
  readHashedText?: (value: string) => string
  /**
   * What happens to a value whose key is lost, when the operator asks for it: the column becomes null, or the
   * row is deleted.
   */
  unreadable: 'set null' | 'delete row'
}

const defineColumn = (
  table: string,
  column: string,
  options: Pick<EncryptedColumnDefinition, 'hash' | 'readHashedText' | 'unreadable'> &
    Partial<Pick<EncryptedColumnDefinition, 'rowId' | 'rowIdType'>>,
): EncryptedColumnDefinition => ({
  ...{
    table,
    rowId: 'id',
    rowIdType: 'uuid',
    ciphertext: column,
    assignment: `${column} = changed.ciphertext`,
  },
  ...options,
})

const definitions = {
  'users.national_id': defineColumn('users', 'national_id', {
    hash: 'national_id_index',
    unreadable: 'set null',
  }),
  'users.totp_secret': defineColumn('users', 'totp_secret', { unreadable: 'set null' }),
  'pending_registrations.data': defineColumn('pending_registrations', 'data', {
    hash: 'national_id_index',
    readHashedText: (registration) => (JSON.parse(registration) as { nationalId: string }).nationalId,
    unreadable: 'delete row',
  }),
  'team_people.national_id': defineColumn('team_people', 'national_id', {
    hash: 'national_id_index',
    unreadable: 'set null',
  }),
  'team_drafts.data': defineColumn('team_drafts', 'data', { unreadable: 'delete row' }),
  'first_start_steps.value': defineColumn('first_start_steps', 'value', {
    rowId: 'step',
    rowIdType: 'text',
    unreadable: 'delete row',
  }),
  // queued emails
  'pgboss.job.data': {
    ...{
      table: 'pgboss.job',
      rowId: 'id',
      rowIdType: 'uuid',
      ciphertext: "data->>'sealed'",
      unreadable: 'delete row',
    },
    assignment: "data = jsonb_set(stored.data, '{sealed}', to_jsonb(changed.ciphertext))",
  },
} satisfies Record<string, EncryptedColumnDefinition>

export type EncryptedColumn = keyof typeof definitions

/**
 * All columns with encrypted values. The encryption accepts no other column. Ciphertexts are bound to the
 * names of this list, so a name never changes.
 */
export const encryptedColumns: Record<EncryptedColumn, EncryptedColumnDefinition> = definitions
