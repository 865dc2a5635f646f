/**
 * What the rows of letter keys of a Latin keyboard type in the layout 'Arabic (101)' of Windows, from left to
 * right: alone, and with Shift.
 */
const rows = [
  ['QWERTYUIOP', 'ض ص ث ق ف غ ع ه خ ح', '\u064e \u064b \u064f \u064c لإ إ ‘ ÷ × ؛'],
  ['ASDFGHJKL', 'ش س ي ب ل ا ت ن م', '\u0650 \u064d ] [ لأ أ ـ ، /'],
  ['ZXCVBNM', 'ئ ء ؤ ر لا ى ة', '~ \u0652 } { لآ آ ’'],
] as const
const alone = new Map<string, string>()
const withShift = new Map<string, string>()
for (const [keys, plain, shifted] of rows)
  Array.from(keys).forEach((key, at) => {
    alone.set(key, plain.split(' ')[at] ?? '')
    withShift.set(key, shifted.split(' ')[at] ?? '')
  })
const signs = new Map([
  ['/', 'ظ'],
  ['.', 'ز'],
  ['?', '؟'],
])

/**
 * Types a text as a scanner does while the keyboard is Arabic. Small letters are typed without Shift, capital
 * letters with Shift, or without it by a scanner that knows no capital letters.
 */
export const typeOnArabicKeyboard = (text: string, { hasShift }: { hasShift: boolean }): string =>
  Array.from(text, (letter) => {
    const isCapital = hasShift && letter !== letter.toLowerCase()
    return (isCapital ? withShift : alone).get(letter.toUpperCase()) ?? signs.get(letter) ?? letter
  }).join('')
