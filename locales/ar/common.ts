import type { CommonWords } from '#web/shared/text/common-text.ts';
import { dimensionNames } from '#web/shared/text/dimension-names.ts';

export const common: CommonWords = {
  close: 'إغلاق',
  tryAgain: 'إعادة المحاولة',
  loading: 'جارٍ التحميل',
  table: 'جدول',
  copy: 'نسخ',
  copied: 'تم النسخ',
  copyFailed: 'لم يسمح المتصفح بالنسخ',
  unreachable: 'تعذّر الوصول إلى الخدمة. ما كتبته محفوظ.',
  language: 'اللغة',
  dimensions: { ...dimensionNames, requests: 'الطلبات', priority: 'الأولوية', deep_dive: 'تفكير معمّق' },
};
