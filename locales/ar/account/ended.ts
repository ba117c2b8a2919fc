export const ended = {
  title: 'ما آلت إليه الأسئلة',
  note: 'الأحدث أولًا، دون نصوصها.',
  reference: 'مرجع السؤال',
  find: 'بحث',
  which: 'أيها',
  failed: 'الفاشلة',
  all: 'الكل',
  none: 'لم ينتهِ شيء هكذا.',
  statuses: { completed: 'اكتمل', failed: 'فشل', cancelled: 'أُلغي', expired: 'انتهت مهلته' },
};
