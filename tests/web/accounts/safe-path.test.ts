import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { sanitizeRedirectPath } from '#web/shared/redirect-path.ts'

describe('the path after a sign-in', () => {
  it.each([
    ['/events/', '/events/'],
    ['/events/x?page=2#top', '/events/x?page=2#top'],
    ['/بطولة', '/%D8%A8%D8%B7%D9%88%D9%84%D8%A9'],
    [null, '/'],
    ['', '/'],
    ['events', '/'],
    ['https://evil.test/', '/'],
    ['//evil.test', '/'],
    ['/\\evil.test', '/'],
    ['\\\\evil.test', '/'],
    ['/\t/evil.test', '/'],
    ['/\n/evil.test', '/'],
    ['/.//evil.test', '/'],
    ['/%2e//evil.test', '/'],
    ['/a/..//evil.test', '/'],
    ['javascript:alert(1)', '/'],
    [' /events', '/'],
  ])('of %j is %s', (next, path) => {
    expect(sanitizeRedirectPath(next)).toBe(path)
  })

  it('never leaves the site', () => {
    const part = fc.oneof(
      fc.constantFrom('/', '\\', '.', '..', '%2e', '@', ':', '?', '#', '\t', '\n', 'evil.test', '//'),
      fc.string(),
    )
    fc.assert(
      fc.property(fc.array(part), (parts) => {
        const path = sanitizeRedirectPath(`/${parts.join('')}`)
        expect(path).toMatch(/^\/(?![/\\])/)
        expect(new URL(path, 'https://botola.test').origin).toBe('https://botola.test')
        expect(sanitizeRedirectPath(path)).toBe(path)
      }),
      { numRuns: 2000 },
    )
  })
})
