/**
 * Labels of the fields of teams, coaches and members, and of their options. The keys are those of
 * `contract/people/teams/team.fields.ts`.
 */
export const teamFields = {
  team: {
    name: 'Team name',
    schoolName: 'School or club',
    schoolType: 'School type',
    regionId: 'Region',
    competitionId: 'Competition',
    ageLevel: 'Age level',
    stage: 'Stage',
  },
  options: {
    schoolType: {
      public: 'Public',
      private: 'Private',
      international: 'International',
      home: 'Home education',
    },
    ageLevel: { elementary: 'Elementary', junior: 'Junior', senior: 'Senior' },
  },
  notGiven: 'Not specified',
  noRegion: 'No region',
  person: {
    name: 'Full name',
    email: 'Email',
    phone: 'Phone',
    nationalId: 'National ID',
    birthDate: 'Date of birth',
    gender: 'Gender',
    consent: {
      guardian: 'Name of the parent or guardian',
      contact: 'Phone or email of the parent or guardian',
    },
  },
  genders: { '0': 'Male', '1': 'Female' },
} as const
