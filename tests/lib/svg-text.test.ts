import { resolve } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  createSvgRenderer,
  isRightToLeftText,
  toSingleLineText,
  toSvgTextContent,
  truncateTextToWidth,
  wrapAndTruncateText,
} from '#server/platform/lib/render-svg.ts'

const measureLetters = (text: string) => [...text].length * 10

describe('texts in pictures', () => {
  it('a text that is too wide ends with an ellipsis and fits', () => {
    expect(truncateTextToWidth('Desert Falcons', 140, measureLetters)).toBe('Desert Falcons')
    expect(truncateTextToWidth('Desert Falcons', 139, measureLetters)).toBe('Desert Falco…')
    expect(truncateTextToWidth('Desert Falcons', 80, measureLetters)).toBe('Desert…')
    expect(truncateTextToWidth('Desert', 5, measureLetters)).toBe('…')
    // a letter with its marks is never divided
    expect(truncateTextToWidth('e\u0301e\u0301e\u0301', 40, measureLetters)).toBe('e\u0301…')
  })

  it('a text is split at spaces into lines, of which the last one is cut', () => {
    expect(wrapAndTruncateText('one two three', 70, 2, measureLetters)).toEqual(['one two', 'three'])
    expect(wrapAndTruncateText('one two three four', 70, 2, measureLetters)).toEqual(['one two', 'three…'])
    expect(wrapAndTruncateText('short', 70, 2, measureLetters)).toEqual(['short'])
    expect(wrapAndTruncateText('unbreakable', 70, 2, measureLetters)).toEqual(['unbrea…'])
    expect(wrapAndTruncateText('unbreakable word', 70, 2, measureLetters)).toEqual(['unbrea…', 'word'])
  })

  it('a text is escaped and cannot change the direction of others', () => {
    expect(toSvgTextContent(`<b>&"'`)).toBe('&lt;b&gt;&amp;&quot;&apos;')
    expect(toSingleLineText(' a\u202eb\u0000\n\tc\ud800 ')).toBe('a b c')
    expect(toSvgTextContent('فريق A')).toBe('\u202bفريق A\u202c')
    expect(toSvgTextContent('Team أ')).toBe('Team أ')
    expect(['12 فريق', 'a ف', '123', ''].map(isRightToLeftText)).toEqual([true, false, false, false])
  })
})

describe('the font of pictures', () => {
  let measure: (text: string) => number
  beforeAll(async () => {
    const { measureText } = await createSvgRenderer(resolve('.'))
    measure = (text) => measureText(text, 100)
  })

  it('joins Arabic letters', () => {
    const joined = measure('بيت')
    const separate = ['ب', 'ي', 'ت'].reduce((sum, letter) => sum + measure(letter), 0)
    expect(joined).toBeGreaterThan(50)
    expect(joined).toBeLessThan(separate * 0.9)
  })

  it('has Latin, accented and Arabic letters and digits, also in one text', () => {
    for (const text of ['Robot 42', 'Žofia Łukasz', 'روبوت', 'فريق Falcons 7', 'گروه'])
      expect(measure(text)).toBeGreaterThan(100)
  })
})
