/**
 * Names of fields in the server's error messages, for those without a label in another catalogue. Loaded by
 * the server only.
 */
export const fieldNames = {
  inLanguage: { en: '{{label}} (English)', ar: '{{label}} (Arabic)' },
  /** For requests without a catalogue, and for fields that their catalogue does not have. */
  general: {
    active: 'Active',
    code: 'Code',
    coaches: 'Coaches',
    competitionId: 'Competition',
    currentPassword: 'Current password',
    email: 'Email',
    eventId: 'Event',
    groups: 'Send to',
    file: 'File',
    identity: 'Email, phone or national ID',
    image: 'Picture',
    label: 'Label',
    lang: 'Language',
    members: 'Members',
    message: 'Message',
    name: 'Name',
    note: 'Note',
    password: 'Password',
    phone: 'Phone',
    photo: 'Photo',
    position: 'Position',
    reason: 'Reason',
    regionId: 'Region',
    repeatedPassword: 'Confirm password',
    subject: 'Subject',
    teamNo: 'Team number',
    version: 'Version',
  },
  scores: {
    attempts: 'Attempts',
    matchNumber: 'Match',
    mission: 'Round',
    missionType: 'Level',
    playerEmail: 'Player’s email',
    playerName: 'Player’s name',
    school: 'School',
    schoolName: 'School or club',
    score: 'Score',
    side: 'Side',
    timeMs: 'Time',
  },
  badges: {
    roles: 'Whose badges',
    volunteers: 'Volunteers',
  },
} as const
