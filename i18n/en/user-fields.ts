/** Labels of the fields of a user, and of their options. The keys are those of `contract/user.fields.ts`. */
export const userFields = {
  labels: {
    firstName: 'First name',
    lastName: 'Last name',
    email: 'E-mail',
    phone: 'Phone',
    gender: 'Gender',
    age: 'Age',
    role: 'Type',
    missionType: 'Mission type',
    active: 'Active',
    birthDate: 'Date of birth',
    school: 'School',
    nationalId: 'National ID',
    lang: 'Language of e-mails to you',
    avatar: 'Picture',
    guardian: 'Guardian',
    guardianName: 'Name of the guardian',
    guardianContact: 'Phone or e-mail of the guardian',
  },
  options: {
    gender: { '0': 'Male', '1': 'Female' },
    role: { student: 'Student', coach: 'Coach', admin: 'Admin' },
  },
  notGiven: 'Not said',
  phoneHint: 'With the country code, such as +966 …',
} as const
