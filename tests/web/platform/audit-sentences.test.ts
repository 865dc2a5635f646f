import { describe, expect, it } from 'vitest'
import type { AuditEntry } from '#contract/platform/audit.schema.ts'
import { type AuditEntity, auditActions, auditEntities } from '#contract/platform/audit.ts'
import { ar } from '#i18n/ar.ts'
import { arAdmin } from '#i18n/ar-admin.ts'
import { en } from '#i18n/en.ts'
import { enAdmin } from '#i18n/en-admin.ts'
import type { Language } from '#i18n/languages.ts'
import {
  createAuditSentencePartsBuilder,
  getLanguagePartOfAuditLabel,
} from '#web/admin/platform/audit/audit-texts.ts'
import { createTextsFromCatalogue } from '#web/shared/texts.ts'

const catalogues = { en: { ...en, ...enAdmin }, ar: { ...ar, ...arAdmin } }
const continentId = '01890000-0000-7000-8000-000000000001'

const createEntry = (entity: AuditEntity, more: Partial<AuditEntry>): AuditEntry => ({
  ...{
    id: '1',
    at: '2026-01-01T00:00:00Z',
    actor: { id: '2', name: 'Admin' },
    action: 'update',
    entity,
    entityId: '3',
  },
  ...{
    parentId: null,
    label: '',
    before: null,
    after: null,
    changedFields: [],
    references: {},
    currency: null,
  },
  ...more,
})
/** Returns a sentence without the invisible characters that isolate the direction of names. */
const buildSentence = (language: Language, entry: AuditEntry, name: string) =>
  createAuditSentencePartsBuilder(
    createTextsFromCatalogue(language, catalogues[language], 'Botola'),
    'Asia/Riyadh',
  )(entry, name)
    .map(({ text }) => text)
    .join('')
    .replace(/[\u200e\u200f\u2066-\u2069]/g, '')
    .replaceAll('\u00a0', ' ')

const sentences: [string, AuditEntry, string, string][] = [
  [
    'RoboMission',
    createEntry('competition', {
      before: { fee: 10_000, version: 1 },
      after: { fee: 15_050, version: 2 },
      currency: 'SAR',
    }),
    'Admin changed “Fee” of the competition RoboMission from SAR 100.00 to SAR 150.50',
    'غيّر المستخدم Admin «الرسوم» في مسابقة RoboMission من 100.00 ر.س. إلى 150.50 ر.س.',
  ],
  [
    'RoboMission',
    createEntry('competition', { before: { opensAt: null }, after: { opensAt: '2026-01-10T21:00:00.000Z' } }),
    'Admin changed “Registration opens” of the competition RoboMission from empty to 11 Jan 2026, 00:00',
    'غيّر المستخدم Admin «بداية التسجيل» في مسابقة RoboMission من قيمة فارغة إلى 11 يناير 2026، 00:00',
  ],
  [
    'Robot Day',
    createEntry('event', { action: 'toggle', before: { live: false }, after: { live: true } }),
    'Admin changed “Live” of the event Robot Day from no to yes',
    'غيّر المستخدم Admin «مباشرة» في فعالية Robot Day من لا إلى نعم',
  ],
  [
    'Green Robots',
    createEntry('organizer', {
      before: { continentId, flag: 'old.webp' },
      after: { continentId: null, flag: 'new.webp' },
      references: { [continentId]: { entity: 'continent', name: { en: 'Asia', ar: 'آسيا' } } },
    }),
    'Admin changed the organizer Green Robots: “Continent” from Asia to empty and “Flag”',
    'عدّل المستخدم Admin الجهة المنظمة Green Robots: «القارة» من آسيا إلى قيمة فارغة و«العلم»',
  ],
  [
    'How many?',
    createEntry('faq', { before: { answerEn: 'x'.repeat(100) }, after: { answerEn: 'Ten' } }),
    'Admin changed “Answer (English)” of the question How many?',
    'غيّر المستخدم Admin «الإجابة (بالإنجليزية)» في السؤال How many?',
  ],
  [
    'RoboMission',
    createEntry('competition', {
      before: { minAge: 1, maxAge: 2, rounds: 3, maxTeams: 4 },
      after: { minAge: 2, maxAge: 3, rounds: 4, maxTeams: 5 },
    }),
    'Admin changed 4 fields of the competition RoboMission',
    'غيّر المستخدم Admin قيم 4 حقول في مسابقة RoboMission',
  ],
  [
    'Noura',
    createEntry('user', { before: { role: 'student' }, after: { role: 'admin' }, changedFields: ['email'] }),
    'Admin changed “Email” and “Role” of the user Noura',
    'غيّر المستخدم Admin «البريد الإلكتروني» و«الدور» في حساب Noura',
  ],
  [
    'Noura',
    createEntry('payment', { action: 'refund', before: { state: 'paid' }, after: { state: 'refunded' } }),
    'Admin refunded the payment of Noura',
    'أعاد المستخدم Admin مبلغ دفعة Noura',
  ],
  [
    'The list',
    createEntry('team', { action: 'export', entityId: 'all', actor: { id: null, name: '' } }),
    'The system exported the list of teams',
    'صدّر النظام قائمة الفرق',
  ],
  [
    'The site',
    createEntry('settings', { before: { timeZone: 'Asia/Riyadh' }, after: { timeZone: 'Africa/Cairo' } }),
    'Admin changed “Time zone” of the site settings from Asia/Riyadh to Africa/Cairo',
    'غيّر المستخدم Admin «المنطقة الزمنية» في إعدادات الموقع من Asia/Riyadh إلى Africa/Cairo',
  ],
  [
    'RoboMission',
    createEntry('competition', { before: { rounds: 3 }, after: { rounds: 2, undoes: continentId } }),
    'Admin reverted a change to the competition RoboMission: “Rounds” from 3 to 2',
    'تراجع المستخدم Admin عن تعديل مسابقة RoboMission: «الجولات» من 3 إلى 2',
  ],
  [
    'Doors',
    createEntry('announcement', { before: { state: 'draft' }, after: { state: 'scheduled' } }),
    'Admin changed “Status” of the announcement Doors from Draft to Scheduled',
    'غيّر المستخدم Admin «الحالة» في إعلان Doors من مسودة إلى مجدول',
  ],
  [
    'scores.csv',
    createEntry('import', { action: 'undo' }),
    'Admin undid the import of the file scores.csv',
    'تراجع المستخدم Admin عن استيراد الملف scores.csv',
  ],
  [
    'Falcons',
    createEntry('team', { action: 'purge', actor: { id: null, name: 'system' } }),
    'The system permanently deleted the team Falcons',
    'حذف النظام فريق Falcons نهائيًا',
  ],
  [
    'Falcons',
    createEntry('score', { action: 'create', actor: { id: null, name: 'judge …7KQ2' } }),
    'Judge …7KQ2 added the score of Falcons',
    'أضاف الحكم …7KQ2 نتيجة Falcons',
  ],
  [
    'Falcons',
    createEntry('score', { action: 'create', actor: { id: null, name: 'simulator: Hall A' } }),
    'Simulator key Hall A added the score of Falcons',
    'أضاف مفتاح المحاكي Hall A نتيجة Falcons',
  ],
  [
    'Sara',
    createEntry('team-person', { action: 'confirm-guardian', actor: { id: null, name: '' } }),
    'A guardian confirmed the participation of the coach or member Sara',
    'وافق ولي الأمر على مشاركة المدرب أو العضو Sara',
  ],
]

describe('the sentence of an audit entry', () => {
  it.each(sentences)(
    'describes what happened to %s in English and Arabic (%#)',
    (name, entry, english, arabic) => {
      expect(buildSentence('en', entry, name)).toBe(english)
      expect(buildSentence('ar', entry, name)).toBe(arabic)
    },
  )

  it.each(['en', 'ar'] as const)(
    'exists in %s for every action and entity, with one actor and one record',
    (language) => {
      const build = createAuditSentencePartsBuilder(
        createTextsFromCatalogue(language, catalogues[language], 'Botola'),
        'Asia/Riyadh',
      )
      for (const action of auditActions)
        for (const entity of auditEntities) {
          const parts = build(createEntry(entity, { action, label: 'X' }), 'X')
          const text = parts.map((part) => part.text).join('')
          expect(text, `${action} ${entity}`).not.toMatch(/admin(Audit|Entities)|\{\{|undefined/)
          expect(parts.filter(({ type }) => type === 'actor')).toHaveLength(1)
          expect(parts.filter(({ type }) => type === 'record')).toHaveLength(
            action === 'export' && entity === 'score' ? 0 : 1,
          )
        }
    },
  )

  it('shows no values of people, whatever the entry stores', () => {
    for (const entity of [
      'user',
      'team',
      'team-person',
      'score',
      'season',
      'download',
      'message',
      'payment',
    ] as const) {
      const entry = createEntry(entity, {
        before: { state: 'stored-before' },
        after: { state: 'stored-after' },
      })
      expect(buildSentence('en', entry, 'X')).not.toMatch(/stored/)
    }
  })

  it('names a record in the language of the reader', () => {
    expect(getLanguagePartOfAuditLabel('event', 'Robot Day · يوم الروبوت', 'en')).toBe('Robot Day')
    expect(getLanguagePartOfAuditLabel('event', 'Robot Day · يوم الروبوت', 'ar')).toBe('يوم الروبوت')
    for (const [entity, label] of [
      ['event', 'Robots · Gates · بوابات'],
      ['event', 'Robot Day'],
      ['partner', 'A · B'],
    ] as const)
      expect(getLanguagePartOfAuditLabel(entity, label, 'ar')).toBe(label)
  })

  it('isolates the direction of names and values, and accepts texts that look like placeholders', () => {
    const build = createAuditSentencePartsBuilder(
      createTextsFromCatalogue('ar', catalogues.ar, 'Botola'),
      'Asia/Riyadh',
    )
    const parts = build(
      createEntry('partner', { before: { name: '{{actor}}\uE000' }, after: { name: 'New\u2069 name' } }),
      'New name',
    )
    expect(parts.filter(({ type }) => type === 'actor')).toHaveLength(1)
    expect(parts.map(({ text }) => text).join('')).toContain(
      'من \u2068{{actor}}\u2069 إلى \u2068New name\u2069',
    )
  })
})
