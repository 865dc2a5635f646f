// the ranges after the first change the direction of the text that follows
const controlCharacter = /[\p{Cc}\u202a-\u202e\u2066-\u2069]/u
// the lengths are limited, so that the time is proportional to the length of the text
const link =
  /[a-z][a-z0-9+.-]{0,30}:\/\/|\bwww\.|\b[a-z0-9-]{1,63}\.(?:com|net|org|info|biz|io|co|me|app|xyz|site|online|link|top|shop|club)(?![a-z])/iu

/** Finds what makes a person's name unusable: control characters or a link, because names appear in e-mails. Undefined when nothing does. */
export const findPersonNameProblem = (name: string): 'bad-characters' | 'has-link' | undefined =>
  controlCharacter.test(name) ? 'bad-characters' : link.test(name) ? 'has-link' : undefined
