import type { Catalogue } from '../catalogue.ts'
import type { adminJudgePeople as enAdminJudgePeople } from '../en/admin-judge-people.ts'

export const adminJudgePeople: Catalogue<typeof enAdminJudgePeople> = {
  fields: {
    name: 'الاسم',
    email: 'البريد الإلكتروني',
    languages: 'اللغات',
    competitionIds: 'المسابقات',
    people: 'الأشخاص',
    person: 'الشخص',
  },
  section: 'بيانات الشخص',
  changed: 'آخر تحديث',
  emailHint: 'اختياري، وبه يُميَّز بين من يحملون الاسم نفسه.',
  languagesHint: 'اللغات التي يستطيع التحكيم بها.',
  competitionsHint: 'المسابقات التي يعرف قواعدها.',
  listHint:
    'أشخاص يحكّمون لديكم في أي فعالية. لتكليف أحدهم أضفه في تبويب «الحكام» داخل الفعالية، وهناك يحصل على رمز.',
  personHint: 'يربط هذا الحكم بشخص من قائمة «الحكام». لا يُطابَق أحد بالاسم أبدًا.',
  deleteHint:
    'الحذف النهائي لشخص يمسح اسمه أيضًا من الفعاليات التي كان حكمًا فيها، وتبقى أوراق التقييم والنتائج.',
  choose: 'اختيار أشخاص',
  chooseHint: 'البحث بالاسم أو البريد الإلكتروني. لا يظهر هنا من هم حكام في هذه الفعالية.',
  search: 'البحث عن أشخاص',
  selectShown: 'تحديد المعروضين جميعًا',
  deselect: 'إلغاء التحديد',
  selected_zero: 'لم يُحدَّد أحد',
  selected_one: 'حُدِّد شخص واحد',
  selected_two: 'حُدِّد شخصان',
  selected_few: 'حُدِّد {{count}} أشخاص',
  selected_many: 'حُدِّد {{count}} شخصًا',
  selected_other: 'حُدِّد {{count}} شخص',
  shownOf: 'المعروض {{shown}} من {{total}}. ابحث للعثور على غيرهم.',
  nobody: 'لم يُعثر على أشخاص',
  importJudges: {
    title: 'استيراد CSV',
    intro:
      'سطر لكل شخص. يُفصل بين اللغات أو المسابقات المتعددة في الخلية بفاصلة منقوطة. يمكن استيراد ملف صُدِّر من هذه القائمة في مكان آخر.',
    count_zero: 'لا أشخاص',
    count_one: 'شخص واحد',
    count_two: 'شخصان',
    count_few: '{{count}} أشخاص',
    count_many: '{{count}} شخصًا',
    count_other: '{{count}} شخص',
  },
}
