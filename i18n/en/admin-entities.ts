/**
 * Texts of the back office that every entity of the audit log needs. `many` names its list in the navigation
 * and in titles, `one` is its name in the filter of the audit log, `record` and `all` are one record and the
 * whole list in a sentence there. `new` and `edit` are the titles of its form. `empty` is what its empty list
 * shows: what to do first, and the button that does it. The audit log itself has a list, too.
 */
export const adminEntities = {
  event: {
    many: 'Events',
    one: 'Event',
    record: 'the event {{name}}',
    new: 'New event',
    edit: 'Edit event',
    empty: {
      title: 'No events yet',
      hint: 'Add the first event with its dates and texts. Visitors see it once you publish it.',
      add: 'Add an event',
    },
  },
  'event-key': { one: 'Simulator key', record: 'the simulator key {{name}}' },
  judge: {
    many: 'Judges of this event',
    one: 'Judge of an event',
    record: 'the judge {{name}}',
    empty: {
      title: 'No judges yet',
      hint: 'Add the judges of this event. Each of them gets a code for a tablet.',
    },
  },
  'judge-person': {
    many: 'Judges',
    one: 'Judge',
    record: 'the person {{name}} who judges',
    new: 'New judge',
    edit: 'Edit judge',
    empty: {
      title: 'No judges yet',
      hint: 'Add the people who judge for you, or import a CSV file. Then assign them to events.',
      add: 'Add a judge',
    },
  },
  schedule: { one: 'Schedule and check-in', record: 'the schedule and check-in of the event {{name}}' },
  'schedule-slot': { one: 'Schedule slot', record: 'the slot of {{name}} in a schedule' },
  screen: { one: 'Display screen', record: 'the display screens of the event {{name}}' },
  score: { many: 'Scores', one: 'Score', record: 'the score of {{name}}' },
  award: { one: 'Award', record: 'the award {{name}}' },
  protest: {
    many: 'Protests',
    one: 'Protest',
    record: 'the protest of {{name}}',
    empty: {
      title: 'No protests yet',
      hint: 'Protests of teams and players against their scores appear here. Set the deadline for protests first.',
    },
  },
  user: {
    many: 'Users',
    one: 'User',
    record: 'the user {{name}}',
    all: 'the list of users',
    new: 'New user',
    edit: 'Edit user',
    empty: {
      title: 'No users yet',
      hint: 'Add an account or import a CSV file. Coaches and students can also register themselves.',
      add: 'Add a user',
    },
  },
  faq: {
    many: 'Faqs',
    one: 'FAQ',
    record: 'the question {{name}}',
    new: 'New question',
    edit: 'Edit question',
    empty: {
      title: 'No questions yet',
      hint: 'Add the first question with its answer, or import a CSV file.',
      add: 'Add a question',
    },
  },
  partner: {
    many: 'Partners',
    one: 'Partner',
    record: 'the partner {{name}}',
    new: 'New partner',
    edit: 'Edit partner',
    empty: {
      title: 'No partners yet',
      hint: 'Add the first partner with a logo. It appears on the home page.',
      add: 'Add a partner',
    },
  },
  organizer: {
    many: 'Organizers',
    one: 'Organizer',
    record: 'the organizer {{name}}',
    new: 'New organizer',
    edit: 'Edit organizer',
    empty: {
      title: 'No organizers yet',
      hint: 'Add a continent first, then the organizer of each country.',
      add: 'Add an organizer',
    },
  },
  continent: {
    many: 'Continents',
    one: 'Continent',
    record: 'the continent {{name}}',
    new: 'New continent',
    edit: 'Edit continent',
    empty: {
      title: 'No continents yet',
      hint: 'Add the continents that group the organizers on the events page.',
      add: 'Add a continent',
    },
  },
  region: {
    many: 'Regions',
    one: 'Region',
    record: 'the region {{name}}',
    new: 'New region',
    edit: 'Edit region',
    empty: {
      title: 'No regions yet',
      hint: 'Add the regions in which teams compete, with a contact for each.',
      add: 'Add a region',
    },
  },
  settings: {
    many: 'Settings',
    one: 'Settings',
    record: 'the settings of {{name}}',
    all: 'the site settings',
  },
  'email-queue': { one: 'Email', record: 'the email {{name}}', all: 'failed emails' },
  'simulator-file': { one: 'Simulator file', record: 'the simulator file {{name}}' },
  download: {
    many: 'Downloads',
    one: 'Download',
    record: 'the download registration of {{name}}',
    empty: {
      title: 'No downloads yet',
      hint: 'People who download the simulator appear here. Upload its files under Media first.',
    },
  },
  downloads: { one: 'Downloads', record: 'the downloads {{name}}', all: 'the list of downloads' },
  message: {
    many: 'Messages',
    one: 'Message',
    record: 'the message from {{name}}',
    empty: {
      title: 'No messages yet',
      hint: 'Messages from the contact form and reported issues appear here. Check the contact details in the settings first.',
    },
  },
  announcement: {
    many: 'Announcements',
    one: 'Announcement',
    record: 'the announcement {{name}}',
    new: 'New announcement',
    edit: 'Edit announcement',
    empty: {
      title: 'No announcements yet',
      hint: 'Write the first announcement, choose its recipients and send yourself a test email.',
      add: 'Write an announcement',
    },
  },
  competition: {
    many: 'Competitions',
    one: 'Competition',
    record: 'the competition {{name}}',
    new: 'New competition',
    edit: 'Edit competition',
    empty: {
      title: 'No competitions yet',
      hint: 'Add the first competition with its age limits, fee and registration dates so teams can register.',
      add: 'Add a competition',
    },
  },
  team: {
    many: 'Teams',
    one: 'Team',
    record: 'the team {{name}}',
    all: 'the list of teams',
    new: 'New team',
    edit: 'Edit team',
    empty: {
      title: 'No teams yet',
      hint: 'Add a team here or import a CSV file. Teams that coaches register appear automatically.',
      add: 'Add a team',
    },
  },
  'team-person': { one: 'Coach or member', record: 'the coach or member {{name}}' },
  season: { one: 'Season record', record: 'the season record of {{name}}' },
  'season-year': {
    many: 'Seasons',
    one: 'Season',
    record: 'the season {{name}}',
    new: 'New season',
    edit: 'Edit season',
    empty: {
      title: 'No seasons yet',
      hint: 'Add this year’s season first. Every team belongs to a season.',
      add: 'Add a season',
    },
  },
  'season-move': { one: 'Move to another season', record: 'the move to another season: {{name}}' },
  payment: {
    many: 'Payments',
    one: 'Payment',
    record: 'the payment of {{name}}',
    all: 'the list of payments',
    empty: {
      title: 'No payments yet',
      hint: 'Payments appear here when a team pays its fee. Set a fee for a competition first.',
    },
  },
  import: {
    many: 'Imports',
    one: 'Import',
    record: 'the import of {{name}}',
    empty: {
      title: 'No imports yet',
      hint: 'Import a CSV file from the list of users, teams or FAQs, or from the scores of an event. You can undo imports here.',
    },
  },
  audit: {
    many: 'Audit log',
    empty: {
      title: 'No changes yet',
      hint: 'Every change in the back office appears here.',
    },
  },
} as const
