/**
 * Names of fields in the server's error messages, for those without a label in another catalogue. Loaded by
 * the server only.
 */
export const fieldNames = {
  inLanguage: { en: '{{label}} (English)', ar: '{{label}} (Arabic)' },
  labels: {
    address: 'Address',
    attempts: 'Attempts',
    code: 'Code',
    coaches: 'Coaches',
    contact: 'Contact',
    currentPassword: 'Current password',
    file: 'File',
    identity: 'Email, phone or national ID',
    image: 'Picture',
    label: 'Label',
    matchNumber: 'Match',
    members: 'Members',
    message: 'Message',
    mission: 'Round',
    note: 'Note',
    password: 'Password',
    photo: 'Photo',
    playerEmail: 'Player’s email',
    playerName: 'Player’s name',
    reason: 'Reason',
    repeatedPassword: 'Confirm password',
    roles: 'Whose badges',
    score: 'Score',
    side: 'Side',
    subject: 'Subject',
    teamNumber: 'Team number',
    time: 'Time',
    volunteers: 'Volunteers',
    year: 'Year',
  },
} as const
