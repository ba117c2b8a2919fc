import { plural } from '#contract/languages/plural.ts';
import { formatNumber } from '#web/shared/text/format.ts';
import type { Catalogue } from '#web/shared/text/text.ts';

export { common } from './common.ts';

export const readLater = () => import('./later.ts');

export const chat: Catalogue = {
  you: 'أنت',
  assistant: 'الإجابة',
  dismiss: 'إخفاء',
  problems: {
    offline: 'أنت غير متصل بالإنترنت. ما كتبته محفوظ.',
    unreachable: 'تعذّر الوصول إلى الخدمة. ما كتبته محفوظ.',
    unexpected: 'حدث خطأ ما. ما كتبته محفوظ.',
    subscription_inactive: 'المحادثة متوقفة مؤقتًا لأن الاشتراك غير نشط. تبقى محادثاتك متاحة للقراءة.',
    conversation_not_found: 'لم تعد هذه المحادثة موجودة.',
  },

  composer: {
    label: 'الرسالة',
    placeholder: (name) => `اسأل ${name}`,
    send: 'إرسال',
    stop: 'إيقاف',
    tooLong: (over) =>
      plural('ar', over, {
        one: 'أطول بحرف واحد',
        two: 'أطول بحرفين',
        few: `أطول بـ ${formatNumber(over)} أحرف`,
        many: `أطول بـ ${formatNumber(over)} حرفًا`,
        other: `أطول بـ ${formatNumber(over)} حرف`,
      }),
    paused: 'المحادثة متوقفة مؤقتًا',
    hint: 'الإجابات من ذكاء اصطناعي وقد تكون خاطئة. تحقق من المعلومات المهمة.',
  },

  conversation: {
    log: 'المحادثة',
    untitled: 'محادثة جديدة',
    earlier: 'الرسائل الأقدم',
    jump: 'الانتقال إلى الأحدث',
    stopped: 'تم الإيقاف',
    cut: 'هذه الإجابة غير مكتملة.',
    failed: 'لم تُكتب أي إجابة.',
    showAll: 'عرض الكل',
    showLess: 'عرض أقل',
    greeting: 'ماذا تود أن تعرف؟',
  },

  actions: {
    deepDive: 'تفكير معمّق',
  },

  sidebar: {
    region: 'المحادثات',
    newChat: 'محادثة جديدة',
    search: 'البحث في المحادثات',
    show: 'إظهار الشريط الجانبي',
    hide: 'إخفاء الشريط الجانبي',
    pinned: 'المثبتة',
    archived: 'المؤرشفة',
    more: 'عرض المزيد',
    none: 'ستظهر محادثاتك هنا.',
  },

  days: { today: 'اليوم', yesterday: 'أمس', week: 'آخر 7 أيام', month: 'آخر 30 يومًا' },

  usage: {
    title: 'اليوم',
    of: (used, limit) => `${formatNumber(used)} من ${formatNumber(limit)}`,
    unlimited: (used) => `${formatNumber(used)} · بلا حد`,
    resets: (time) => `يتجدد: ${time}`,
    context: 'السياق',
    contextValue: (percent) => `${percent}%`,
    contextHelp: 'مدى امتلاء ذاكرة النموذج لهذه المحادثة. ليس حصتك.',
    usedUp: (dimension, scope, reset) =>
      `استُنفد ${scope === 'user' ? 'حدّك اليومي' : 'الحد اليومي المشترك'} (${dimension}). يتجدد: ${reset}.`,
    kept: 'ما كتبته محفوظ.',
  },

  menu: 'القائمة',

  markdown: {
    takeCode: 'نسخ الرمز البرمجي',
    image: 'صورة',
    table: 'جدول',
    done: 'منجز',
    open: 'غير منجز',
  },
};
