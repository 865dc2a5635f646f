/** Compares two descriptions of a record, texts by label, and returns the labels whose texts differ with both texts. */
export const findConflictingTexts = (theirs: Record<string, string>, mine: Record<string, string>) =>
  Object.entries(mine).flatMap(([label, text]) => (theirs[label] === text ? [] : [{ label, theirs: theirs[label] ?? '', mine: text }]))
