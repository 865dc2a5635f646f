// Messages and announcements are inserted directly, because they are in the past and no email is sent.
import { sql } from 'drizzle-orm'
import { msPerDay } from '#contract/platform/time.ts'
import type { Db } from '#server/platform/db/open.ts'
import { announcementRecipients, announcements } from '#server/platform/db/schema/announcements.ts'
import type { messages } from '#server/platform/db/schema/messages.ts'
import { teamPeople, teams } from '#server/platform/db/schema/teams.ts'

/**
 * Announcements of the demo: one was sent three days ago, one is scheduled. Demo announcements are never
 * emailed.
 */
const demoAnnouncements = [
  {
    subjectEn: 'The training day is on Saturday',
    subjectAr: 'اليوم التدريبي يوم السبت',
    bodyEn:
      'The hall opens at 8:00. Please bring your robot, its charger and a laptop with the simulator.\n\nThe fields are free for training until 16:00. Lunch is served at 12:30.\n\nWe look forward to seeing you.',
    bodyAr:
      'تُفتح القاعة الساعة 8:00. أحضروا روبوتكم وشاحنه وحاسوبًا محمولًا عليه المحاكي.\n\nالحلبات متاحة للتدريب حتى الساعة 16:00، ويُقدَّم الغداء الساعة 12:30.\n\nنتطلع إلى لقائكم.',
    kind: 'registration',
    state: 'sent',
    days: -3,
  },
  {
    subjectEn: 'A free workshop for coaches',
    subjectAr: 'ورشة مجانية للمدربين',
    bodyEn:
      'Next month we offer an online workshop about sensors and line following. It takes two hours and costs nothing.\n\nReply to this email to reserve a place.',
    bodyAr:
      'نقدّم الشهر القادم ورشة عن بُعد عن المستشعرات وتتبّع الخط، مدتها ساعتان وهي مجانية.\n\nأجيبوا عن هذه الرسالة لحجز مكان.',
    kind: 'news',
    state: 'scheduled',
    days: 5,
  },
] as const

/** Inserts the announcements, and the coaches of the demo teams as recipients of the one that was sent. */
export async function insertDemoAnnouncementsWithRecipients(tx: Db, now: Date): Promise<void> {
  for (const { days, ...texts } of demoAnnouncements) {
    const at = new Date(now.getTime() + days * msPerDay)
    const [row] = await tx
      .insert(announcements)
      .values({ ...texts, scheduledAt: at, ...(texts.state === 'sent' ? { sentAt: at } : {}), demo: true })
      .returning({ id: announcements.id })
    if (!row || texts.state !== 'sent') continue
    const coaches = await tx
      .selectDistinctOn([sql`lower(${teamPeople.email})`], {
        email: sql<string>`lower(${teamPeople.email})`,
        name: teamPeople.name,
      })
      .from(teamPeople)
      .innerJoin(teams, sql`${teams.id} = ${teamPeople.teamId}`)
      .where(sql`${teams.demo} and ${teamPeople.kind} = 'coach' and ${teamPeople.email} <> ''`)
    const recipients = coaches.map((coach, place) => ({
      ...coach,
      announcementId: row.id,
      lang: place % 3 === 0 ? ('en' as const) : ('ar' as const),
      state: place % 20 === 7 ? ('failed' as const) : ('sent' as const),
      createdAt: at,
      updatedAt: at,
    }))
    if (recipients.length > 0) await tx.insert(announcementRecipients).values(recipients)
  }
}

type DemoMessage = Pick<
  typeof messages.$inferInsert,
  'kind' | 'firstName' | 'lastName' | 'email' | 'phone' | 'body' | 'lang' | 'state'
> & {
  hoursAgo: number
}

/** Messages of visitors. The addresses use reserved example domains. */
export const demoMessages: readonly DemoMessage[] = [
  {
    kind: 'contact',
    firstName: 'Huda',
    lastName: 'Al-Saleh',
    email: 'huda.saleh@schools.example',
    phone: '+966500000101',
    body: 'We are a school with four teams. Can one coach register all of them, and is there one invoice for the school?',
    lang: 'en',
    state: 'new',
    hoursAgo: 3,
  },
  {
    kind: 'issue',
    firstName: 'سلمان',
    lastName: 'القحطاني',
    email: 'salman@students.example',
    phone: '+966500000102',
    body: 'أنهيت ثلاث محاولات في «إنقاذ الواحة»، ولم تظهر المحاولة الأخيرة في لوحة النتائج بعد. رمز الفعالية: OASIS-26.',
    lang: 'ar',
    state: 'new',
    hoursAgo: 9,
  },
  {
    kind: 'contact',
    firstName: 'منيرة',
    lastName: 'الدوسري',
    email: 'munira@families.example',
    phone: '+966500000103',
    body: 'ابنتي في التاسعة من عمرها، وهذه أول مشاركة لها. ما الفعالية المناسبة لها؟ وهل تحتاج إلى روبوت حقيقي؟',
    lang: 'ar',
    state: 'answered',
    hoursAgo: 30,
  },
  {
    kind: 'issue',
    firstName: 'James',
    lastName: 'Okafor',
    email: 'james.okafor@schools.example',
    phone: '',
    body: 'The name of our school has a spelling mistake on the receipt. How can we correct it?',
    lang: 'en',
    state: 'answered',
    hoursAgo: 52,
  },
  {
    kind: 'contact',
    firstName: 'Lina',
    lastName: 'Haddad',
    email: 'lina@partners.example',
    phone: '+966500000105',
    body: 'Our company would like to support the final with prizes. Whom may we talk to?',
    lang: 'en',
    state: 'closed',
    hoursAgo: 120,
  },
]
