/**
 * Problems of imported files that the texts of `fieldErrors` do not describe well enough. `allowed` lists
 * values.
 */
export const importErrors = {
  required: 'This cell is empty. A value is required here.',
  'too-long': 'This text is too long: at most {{limit}} characters.',
  'unknown-value': 'Allowed: {{allowed}}.',
  'not-found': 'Not found. Allowed: {{allowed}}.',
  twice: 'This person is in another line of this file.',
  taken: 'Another line of this file contains this, or it already exists.',
  'bad-number':
    'This isn’t a number, or its separators are ambiguous. Leave out thousands separators, percent signs and units, and use a decimal point, for example 1000 or 1000.5.',
  'bad-time':
    'This isn’t a time, or its separators are ambiguous. Enter seconds without thousands separators (1075.5), or minutes and seconds (17:55.5).',
  'bad-email': 'This isn’t an email address. Write it like name@example.com.',
  'bad-phone': 'This isn’t a phone number. Write it with its country code, like +966501234567.',
  'bad-date':
    'This isn’t a date that can be read. Write the year, month and day as YYYY-MM-DD, for example 2012-05-03, or as spreadsheets do: 03/05/2012, 3-May-12 or 3 May 2012.',
  'bad-instant':
    'This isn’t a date and time that can be read. Write it like 2026-03-01 10:30, or as spreadsheets do: 01/03/2026 10:30, 01/03/2026 10:30 AM or 1-Mar-26 10:30. An offset is possible: 2026-03-01 10:30+03:00.',
  'no-such-day': 'There is no such day: {{value}}. Check the day and the month.',
  'hijri-date':
    'This looks like a Hijri date: {{value}}. Write it in the Gregorian calendar, for example 2012-05-03.',
  'serial-date':
    'This is the number that Excel stores for a date, and its day depends on a setting of the file. Format the column as a date in Excel and save it again.',
  'not-dayFirst':
    'In the other dates of this file the day comes first. {{value}} can’t be read like that. Write all dates in one order, or as YYYY-MM-DD.',
  'not-monthFirst':
    'In the other dates of this file the month comes first. {{value}} can’t be read like that. Write all dates in one order, or as YYYY-MM-DD.',
  'not-yearFirst':
    'In the other dates of this file the year comes first. {{value}} can’t be read like that. Write all dates in one order, or as YYYY-MM-DD.',
  'ambiguous-date':
    'It isn’t clear which part of {{value}} is the day and which is the month. Choose how the dates of this file are written.',
  'too-many-slots':
    'An event has at most {{limit}} slots. This one has {{count}}, and the file would add {{added}}. Remove slots that aren’t needed.',
  'too-many-cells':
    'This line has {{count}} cells, but the header has {{limit}}. Text that contains the separator must be in quotation marks.',
  'too-many-columns':
    'This line has {{count}} cells. At most {{limit}} are allowed: delete the cells to the right of the table in your spreadsheet, even those that look empty.',
  'line-too-long':
    'This line is longer than {{limit}} KB. Look for a quotation mark (") that is never closed, or for line breaks that are missing.',
  'empty-file': 'This file has no lines below its header.',
  'spreadsheet-file':
    'This is an Excel workbook, not a CSV file. In Excel, choose “Save as” and “CSV UTF-8 (Comma delimited)”, then choose the new file here.',
  'picture-file': 'This is a picture, not a CSV file.',
  'not-text-file':
    'This isn’t a CSV file: it contains data that isn’t text. In a spreadsheet program, save the table as CSV.',
  'unknown-encoding':
    'The letters of this file can’t be recognized. In Excel, choose “Save as” and “CSV UTF-8 (Comma delimited)”, then choose the new file here.',
  'unclosed-quote':
    'A quotation mark (") opens in this line or below and is never closed. Remove it, or add the closing one.',
  'bad-quote':
    'There is text after a closing quotation mark ("). A quotation mark within a text must be doubled ("").',
  'too-many-lines':
    'This file has {{count}} lines. At most {{limit}} can be imported at once: split it into {{files}} files, each with the header line.',
  'no-header': 'No line contains the column titles. They are: {{allowed}}.',
  'unknown-column': 'There is no column with this title. Remove it or correct its title.',
  'repeated-column': 'Two columns have this title.',
  'missing-column': 'This column is missing.',
} as const

/** What an organizer should know before an import, and how much was imported. */
export const importWarnings = {
  'no-national-ids':
    'Members without a national ID: {{count}}. The site can’t check whether they are in another team.',
  'masked-emails':
    'The email addresses in this file are masked: participants are recognized by team number or name.',
  'outside-event-days':
    'Some times are outside the days of the event ({{days}}). Slots: {{count}}. The first is in line {{line}}: {{time}}.',
  'guests-beside-teams':
    'Some participants fit none of the teams of the event and are ranked beside them, because they have results already ({{count}}): {{names}}.',
  'guests-have-results':
    'These would be the first teams of the event, and {{count}} participants without a team have results. From then on, new ones are refused; check them in the scores of the event.',
  'player-names-of-teams':
    'These results are those of the teams, and their members get the certificates. The names of players beside them aren’t stored ({{count}}): {{names}}.',
  'other-team-names':
    'The number decides where the file has another name than the team ({{count}}): {{names}}.',
  'runs-recorded':
    'Judges’ score sheets have already recorded {{count}} of these attempts, with the same team, round and result. They count once.',
  'imported-before': 'This file was imported before: on {{time}} by {{name}}.',
  'attempts-exist':
    'The ranking already has {{count}} of these attempts, with the same participant, round, score and time. They would count twice.',
  'matches-have-results':
    'Some matches already have results, which this file replaces ({{count}}): {{matches}}.',
  'match-sides-change':
    'By these results, some matches of the knockout would have other sides ({{count}}): {{matches}}. Those already played stay as they were played.',
  'teams-exist': 'There are already teams with the same name in the same competition ({{count}}): {{names}}.',
  'teams-repeated': 'Several lines have a team with the same name in the same competition: {{names}}.',
  'people-exist':
    'Members with the same name and date of birth are already in a team of the same competition ({{count}}): {{names}}.',
  imported: {
    teams_one: '{{formatted}} team imported.',
    teams_other: '{{formatted}} teams imported.',
    scores_one: '{{formatted}} attempt imported.',
    scores_other: '{{formatted}} attempts imported.',
    users_one: '{{formatted}} user imported.',
    users_other: '{{formatted}} users imported.',
    faqs_one: '{{formatted}} question imported.',
    faqs_other: '{{formatted}} questions imported.',
    judges_one: '{{formatted}} judge imported.',
    judges_other: '{{formatted}} judges imported.',
    schedule_one: '{{formatted}} slot imported.',
    schedule_other: '{{formatted}} slots imported.',
  },
} as const
