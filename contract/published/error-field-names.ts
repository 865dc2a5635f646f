/** The own name of a field in errors of published calls, where its published spelling differs by more than underscores. */
export const ownNamesOfPublishedFields: Readonly<Record<string, string>> = {
  competion: 'competitionId',
  competion_id: 'competitionId',
  datetime_info: 'datesInfo',
  fname: 'firstName',
  howplay_info: 'howToPlay',
  liveStatus: 'live',
  lname: 'lastName',
  // the sign-in call reads any of three identities from this field
  national_id: 'identity',
  phone_number: 'phone',
  rules_info: 'rules',
}
