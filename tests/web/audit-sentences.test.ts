import { describe, expect, it } from 'vitest'
import { type AuditEntity, type AuditEntry, auditActions, auditEntities } from '#contract/audit.ts'
import { ar } from '#i18n/ar.ts'
import { arAdmin } from '#i18n/ar-admin.ts'
import { en } from '#i18n/en.ts'
import { enAdmin } from '#i18n/en-admin.ts'
import type { Language } from '#i18n/languages.ts'
import { createAuditSentenceBuilder } from '#web/admin/audit/build-audit-sentence.ts'
import { getLabelInLanguage } from '#web/admin/audit/get-label-in-language.ts'
import { createTexts } from '#web/shared/texts.ts'

const catalogues = { en: { ...en, ...enAdmin }, ar: { ...ar, ...arAdmin } }
const continentId = '01890000-0000-7000-8000-000000000001'

const createEntry = (entity: AuditEntity, more: Partial<AuditEntry>): AuditEntry => ({
  ...{ id: '1', at: '2026-01-01T00:00:00Z', actor: { id: '2', name: 'Admin', hasPage: true }, action: 'update', entity, entityId: '3' },
  ...{ parentId: null, hasPage: true, label: '', before: null, after: null, changedFields: [], references: {}, currency: null },
  ...more,
})
/** The sentence without the invisible characters that isolate the direction of names. */
const buildSentence = (language: Language, entry: AuditEntry, name: string) =>
  createAuditSentenceBuilder(createTexts(language, catalogues[language], 'Botola'), 'Asia/Riyadh')(entry, name)
    .map(({ text }) => text)
    .join('')
    .replace(/[\u200e\u200f\u2066-\u2069]/g, '')
    .replaceAll('\u00a0', ' ')

const sentences: [string, AuditEntry, string, string][] = [
  [
    'RoboMission',
    createEntry('competition', { before: { fee: 10_000, version: 1 }, after: { fee: 15_050, version: 2 }, currency: 'SAR' }),
    'Admin changed “Fee” of the competition RoboMission from SAR 100.00 to SAR 150.50',
    'جرى تغيير «الرسوم» في مسابقة RoboMission من 100.00 ر.س. إلى 150.50 ر.س. (المنفّذ: Admin)',
  ],
  [
    'RoboMission',
    createEntry('competition', { before: { opensAt: null }, after: { opensAt: '2026-01-10T21:00:00.000Z' } }),
    'Admin changed “Registration opens” of the competition RoboMission from empty to 11 Jan 2026, 00:00 GMT+3',
    'جرى تغيير «فتح التسجيل» في مسابقة RoboMission من قيمة فارغة إلى 11 يناير 2026، 00:00 غرينتش+3 (المنفّذ: Admin)',
  ],
  [
    'Robot Day',
    createEntry('event', { action: 'toggle', before: { live: false }, after: { live: true } }),
    'Admin changed “Live” of the event Robot Day from no to yes',
    'جرى تغيير «مباشرة» في فعالية Robot Day من لا إلى نعم (المنفّذ: Admin)',
  ],
  [
    'Green Robots',
    createEntry('organizer', {
      before: { continentId, flag: 'old.webp' },
      after: { continentId: null, flag: 'new.webp' },
      references: { [continentId]: { entity: 'continent', name: { en: 'Asia', ar: 'آسيا' } } },
    }),
    'Admin changed the organizer Green Robots: “Continent” from Asia to empty and “Flag”',
    'جرى تعديل الجهة المنظمة Green Robots: «القارة» من آسيا إلى قيمة فارغة و«العلم» (المنفّذ: Admin)',
  ],
  [
    'How many?',
    createEntry('faq', { before: { answerEn: 'x'.repeat(100) }, after: { answerEn: 'Ten' } }),
    'Admin changed “Answer (English)” of the question How many?',
    'جرى تغيير «الإجابة (بالإنجليزية)» في السؤال How many? (المنفّذ: Admin)',
  ],
  [
    'RoboMission',
    createEntry('competition', {
      before: { minAge: 1, maxAge: 2, rounds: 3, maxTeams: 4 },
      after: { minAge: 2, maxAge: 3, rounds: 4, maxTeams: 5 },
    }),
    'Admin changed 4 fields of the competition RoboMission',
    'جرى تغيير 4 حقول في مسابقة RoboMission (المنفّذ: Admin)',
  ],
  [
    'Noura',
    createEntry('user', { before: { role: 'student' }, after: { role: 'admin' }, changedFields: ['email'] }),
    'Admin changed “Email” and “Role” of the user Noura',
    'جرى تغيير «البريد الإلكتروني» و«الدور» في حساب Noura (المنفّذ: Admin)',
  ],
  [
    'Noura',
    createEntry('payment', { action: 'refund', before: { state: 'paid' }, after: { state: 'refunded' } }),
    'Admin refunded the payment of Noura',
    'جرى ردّ دفعة Noura (المنفّذ: Admin)',
  ],
  [
    'The list',
    createEntry('team', { action: 'export', entityId: 'all', actor: { id: null, name: '', hasPage: false } }),
    'The system exported the list of teams',
    'جرى تصدير قائمة الفرق (المنفّذ: النظام)',
  ],
  [
    'The site',
    createEntry('settings', { before: { timeZone: 'Asia/Riyadh' }, after: { timeZone: 'Africa/Cairo' } }),
    'Admin changed “Time zone” of the settings of the site from Asia/Riyadh to Africa/Cairo',
    'جرى تغيير «المنطقة الزمنية» في إعدادات الموقع من Asia/Riyadh إلى Africa/Cairo (المنفّذ: Admin)',
  ],
  [
    'RoboMission',
    createEntry('competition', { before: { rounds: 3 }, after: { rounds: 2, undoes: continentId } }),
    'Admin reverted a change of the competition RoboMission: “Rounds” from 3 to 2',
    'جرى التراجع عن تعديل مسابقة RoboMission: «الجولات» من 3 إلى 2 (المنفّذ: Admin)',
  ],
  [
    'scores.csv',
    createEntry('import', { action: 'undo' }),
    'Admin undid the import of the file scores.csv',
    'جرى التراجع عن استيراد الملف scores.csv (المنفّذ: Admin)',
  ],
]

describe('the sentence of an audit entry', () => {
  it.each(sentences)('describes what happened to %s in English and Arabic (%#)', (name, entry, english, arabic) => {
    expect(buildSentence('en', entry, name)).toBe(english)
    expect(buildSentence('ar', entry, name)).toBe(arabic)
  })

  it.each(['en', 'ar'] as const)('exists in %s for every action and entity, with one actor and one record', (language) => {
    const build = createAuditSentenceBuilder(createTexts(language, catalogues[language], 'Botola'), 'Asia/Riyadh')
    for (const action of auditActions)
      for (const entity of auditEntities) {
        const parts = build(createEntry(entity, { action, label: 'X' }), 'X')
        const text = parts.map((part) => part.text).join('')
        expect(text, `${action} ${entity}`).not.toMatch(/adminAudit|\{\{|undefined/)
        expect(parts.filter(({ type }) => type === 'actor')).toHaveLength(1)
        expect(parts.filter(({ type }) => type === 'record')).toHaveLength(action === 'export' && entity === 'score' ? 0 : 1)
      }
  })

  it('shows no values of people, whatever the entry stores', () => {
    for (const entity of ['user', 'team', 'team-person', 'score', 'season', 'download', 'message', 'payment'] as const) {
      const entry = createEntry(entity, { before: { state: 'stored-before' }, after: { state: 'stored-after' } })
      expect(buildSentence('en', entry, 'X')).not.toMatch(/stored/)
    }
  })

  it('names a record in the language of the reader', () => {
    expect(getLabelInLanguage('event', 'Robot Day · يوم الروبوت', 'en')).toBe('Robot Day')
    expect(getLabelInLanguage('event', 'Robot Day · يوم الروبوت', 'ar')).toBe('يوم الروبوت')
    for (const [entity, label] of [
      ['event', 'Robots · Gates · بوابات'],
      ['event', 'Robot Day'],
      ['partner', 'A · B'],
    ] as const)
      expect(getLabelInLanguage(entity, label, 'ar')).toBe(label)
  })

  it('isolates the direction of names and values, and accepts texts that look like placeholders', () => {
    const build = createAuditSentenceBuilder(createTexts('ar', catalogues.ar, 'Botola'), 'Asia/Riyadh')
    const parts = build(createEntry('partner', { before: { name: '{{actor}}\uE000' }, after: { name: 'New\u2069 name' } }), 'New name')
    expect(parts.filter(({ type }) => type === 'actor')).toHaveLength(1)
    expect(parts.map(({ text }) => text).join('')).toContain('من \u2068{{actor}}\u2069 إلى \u2068New name\u2069')
  })
})
