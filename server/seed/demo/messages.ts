import type { messages } from '#server/db/schema/messages.ts'

type DemoMessage = Pick<typeof messages.$inferInsert, 'kind' | 'firstName' | 'lastName' | 'email' | 'phone' | 'body' | 'lang' | 'state'> & {
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
