import type { Catalogue } from '../catalogue.ts'
import type { seo as enSeo } from '../en/seo.ts'

export const seo: Catalogue<typeof enSeo> = {
  home: {
    title: 'مسابقات روبوت بمستوى عالمي',
    description:
      'مسابقات روبوت بمستوى عالمي وتعليم في العلوم والتقنية والهندسة والرياضيات لطلاب المملكة وطالباتها: فعاليات وترتيب مباشر ومحاكٍ.',
  },
  events: { title: 'الفعاليات والجهات المنظمة', description: 'فعاليات الروبوت في هذا الموسم، والجهات المنظمة للمسابقة في كل قارة.' },
  event: {
    description: '{{title}}: الموعد وطريقة اللعب والقواعد والترتيب المباشر.',
    sharePicture: 'صورة فعالية {{title}} مع موعدها ونتائجها',
  },
  challenges: { title: 'التحديات', description: 'مهام متجددة وتخصيص ولوحات صدارة ومكافآت متدرجة: هكذا تسير التحديات.' },
  about: { title: 'من نحن', description: 'من يقف وراء الأولمبياد الوطني للروبوت، وما غايته.' },
  support: { title: 'الدعم', description: 'جهة التواصل في منطقتك، ونموذج للإبلاغ عن مشكلة.' },
  contact: { title: 'تواصل معنا', description: 'الجوال والبريد الإلكتروني ونموذج لمراسلة منظمي الأولمبياد.' },
}
