import { plural } from '#contract/languages/plural.ts';
import type { LaterAccountCatalogue } from '#web/account/text/words.ts';
import { formatNumber } from '#web/shared/text/format.ts';
import { audit } from './audit.ts';
import { ended } from './ended.ts';
import { findings } from './findings.ts';
import { guidance } from './guidance.ts';
import { knowledge } from './knowledge.ts';
import { ownKey } from './own-key.ts';
import { ratings } from './ratings.ts';
import { tools } from './tools.ts';
import { users } from './users.ts';
import { webhooks } from './webhooks.ts';

export const later: LaterAccountCatalogue = {
  brand: {
    note: 'مظهر صفحاتك وأول ما تقوله.',
    logo: 'الشعار',
    logoHelp: 'PNG أو JPEG أو WebP أو GIF، بحد أقصى 2 ميغابايت. يظهر عند تسجيل الدخول وفي المحادثة.',
    chooseLogo: 'اختيار ملف',
    removeLogo: 'إزالة الشعار',
    removeLogoBody: 'ستعرض الصفحات حينها الشعار المحايد.',
    tooLarge: 'حجم الملف أكبر من 2 ميغابايت.',
    assistantName: 'اسم المساعد',
    assistantNameHelp: 'يظهر أعلى المحادثة. إن تُرك فارغًا: اسم مؤسستك.',
    radius: 'الزوايا',
    radii: { soft: 'ناعمة', square: 'قائمة', round: 'مستديرة' },
    font: 'الخط',
    fonts: {
      standard: 'قياسي',
      system: 'خط الجهاز',
      humanist: 'إنساني',
      geometric: 'هندسي',
      serif: 'مذيّل',
    },
    density: 'المسافات',
    densities: { comfortable: 'مريحة', compact: 'مضغوطة' },
    accent: 'لون التمييز',
    accentText: 'بصيغة #rrggbb',
    ownAccent: 'استخدام لون تمييز خاص بك',
    ratio: (theme, ratio) => `${theme}: تباين النص ${ratio}.`,
    forced: 'تُعدَّل درجة سطوعه لأن قراءة النص بهذا اللون ستكون صعبة. تحتفظ الأزرار به كما هو.',
    greeting: 'التحية',
    greetingHelp: 'تظهر في بداية المحادثة. إن تُركت فارغة: نصنا الافتراضي.',
    greetingDefault: 'ماذا تود أن تعرف؟',
    aiNotice: 'تنبيه بشأن الذكاء الاصطناعي',
    aiNoticeHelp:
      'يظهر حيث يُكتب السؤال الأول، بعد العلامة AI التي تبقى دائمًا. من 10 إلى 300 حرف لكل لغة؛ وعند عدم وجود نص تظهر عباراتنا.',
    aiNoticeLanguage: 'لغة التنبيه',
    starters: 'الاقتراحات',
    starter: (index) => `الاقتراح ${index}`,
    startersHelp: 'حتى ستة أسئلة للبدء بها.',
    addStarter: 'إضافة اقتراح',
    removeStarter: 'إزالة',
    preview: 'معاينة',
    previewLink: 'رابط',
    previewSend: 'إرسال',
  },

  embedding: {
    note: 'اعرض المحادثة في صفحاتك.',
    origins: 'المصادر المسموح بها',
    originsHelp: 'مصدر واحد في كل سطر، مثل https://www.example.com. لا تعرض المحادثةَ إلا صفحات هذه المصادر.',
    noOrigins: 'لا يوجد مصدر مسموح به بعد: لا يمكن تضمين المحادثة في أي مكان.',
    closing: 'تبقى الإطارات المفتوحة في المصادر التي تزيلها حتى يُعاد تحميل صفحاتها.',
    snippet: 'مقطع التضمين',
    pinned: 'مقطع مع التحقق من السلامة',
    pinnedHelp: 'أو ثبّت هذا الإصدار: عندها يرفض المتصفح أي ملف آخر.',
    snippetHelp:
      'ضعه في كل صفحة ينبغي أن تعرض المحادثة. العنوان في data-token-endpoint يعود إلى خادمك: يطلب من واجهتنا البرمجية رمزًا للمستخدم الذي سجّل الدخول، ويجيب بـ 401 عندما لا يكون أحد قد سجّل الدخول. يحدد data-accent لون الزر، ويحدد data-locale اللغة، وإلا فهي لغة صفحتك.',
    frame: 'من دون المشغّل',
    frameHelp: 'إطار iframe بهذا العنوان، مع رمز من خادمك بعد #token=.',
    headers: 'ترويسات صفحاتك',
    headersHelp:
      'إذا كانت صفحاتك ترسل Content-Security-Policy فهي تحتاج إلى هذه المصادر: البرنامج النصي والإطار، وفي connect-src نقطة نهاية الرموز الخاصة بك.',
    check: 'فحص صفحة',
    checkHelp: 'يبيّن ما يمنع المحادثة في صفحة ما.',
    pageUrl: 'عنوان الصفحة',
    policy: 'سياسة Content-Security-Policy الخاصة بها (اختياري)',
    endpoint: 'مسار نقطة نهاية الرموز فيها (اختياري)',
    run: 'فحص',
    allGood: 'لا شيء يمنع المحادثة في هذه الصفحة.',
    found: 'لا يمكن لهذه الصفحة عرض المحادثة بعد.',
    fine: 'سليم',
    missing: 'ناقص',
    untried: 'لم يُفحص',
  },

  findings,

  users,

  webhooks,

  guidance,

  knowledge,

  tools,

  ownKey,

  ratings,

  ended,

  security: {
    note: 'من سجّل الدخول، وما الذي تغيّر.',
    handoff: 'مفتاح التسليم',
    handoffHelp: 'يوقّع كل جلسة في مؤسستك. جدّده إذا كان من المحتمل أن جلسة أو رمزًا وقع في أيدٍ غير أمينة.',
    rotate: 'تجديد مفتاح التسليم',
    rotateTitle: 'هل تريد تجديد مفتاح التسليم؟',
    rotateBody: (sessions) =>
      `سيُنهي ذلك فورًا ${sessions}، ومنها جلستك، وكل رمز حصل عليه خادمك لمحادثة مضمّنة.`,
    rotateKeeps: 'تبقى مفاتيح API والمحادثات والاستخدام كما هي. ستسجّل الدخول مجددًا بعد ذلك.',
    oneSession: 'جلسة الشخص الوحيد الذي سجّل الدخول',
    manySessions: (count) =>
      plural('ar', count, {
        two: 'الجلستين المفتوحتين',
        few: `كل الجلسات المفتوحة (${formatNumber(count)} جلسات)`,
        other: `كل الجلسات المفتوحة (${formatNumber(count)} جلسة)`,
      }),
    confirmRotate: 'تجديد وتسجيل الخروج',
    sessions: 'الجلسات',
    current: 'هذه الجلسة',
    device: (browser, system) => `${browser} على ${system}`,
    unknownDevice: 'جهاز غير معروف',
    since: (from, until) => `منذ ${from}، تنتهي ${until}`,
    end: 'إنهاء',
    ended: (email) => `انتهت جلسة ${email}`,
    noSessions: 'لم يسجّل أحد الدخول.',
    audit: 'التغييرات',
    auditNote: 'من غيّر ماذا، والأحدث أولًا.',
    operator: 'المشغّل',
    ownKey: 'مفتاح API',
    noAudit: 'لم يتغير شيء بعد.',
  },

  audit,
};
