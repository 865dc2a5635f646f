/** Texts of the back office's list of simulator downloads. */
export const adminRegistrants = {
  name: 'Name',
  email: 'Email',
  phone: 'Phone',
  country: 'Country',
  platform: 'System',
  userType: 'Role',
  at: 'Date',
  platforms: { win: 'Windows', mac: 'Mac' },
  userTypes: { student: 'Student', coach: 'Coach' },
} as const
