import { plural } from '#contract/languages/plural.ts';
import type { KnowledgeWords } from '#web/administration/knowledge/knowledge-props.ts';
import { formatNumber } from '#web/shared/text/format.ts';

export const knowledge: KnowledgeWords = {
  agent: 'المساعد',
  documents: 'المستندات',
  note: 'يجيب المساعد من هذه المستندات ويذكر مصدر الإجابة.',
  drop: 'أفلت الملفات هنا، أو',
  choose: 'اختيار ملفات',
  formats:
    'نص أو Markdown أو HTML أو PDF أو Word (.docx)، بحد أقصى 4 ميغابايت لكل ملف. الملف الذي يحمل الاسم نفسه يحل محل المستند.',
  files: 'الملفات',
  states: {
    waiting: 'في الانتظار',
    reading: 'تجري القراءة …',
    added: 'أُضيف',
    replaced: 'استُبدل',
    unchanged: 'دون تغيير',
    refused: 'لم يُقبل',
  },
  refusals: {
    kind: 'لا يمكن قراءة ملفات من هذا النوع.',
    too_large: 'حجم الملف أكبر من 4 ميغابايت.',
    encrypted: 'الملف محمي بكلمة مرور.',
    damaged: 'الملف تالف، أو أنه ليس كما يدل اسمه.',
    too_long: 'فيه نص أكثر مما ينبغي. قسّمه إلى عدة ملفات.',
    too_slow: 'تستغرق قراءته وقتًا أطول مما ينبغي. جرّب صيغة أبسط.',
    no_text: 'لا يوجد فيه نص. يجب التعرف على نص الصفحات الممسوحة ضوئيًا أولًا.',
    full: 'بلغت المستندات حدّها الأقصى. احذف بعضها أولًا.',
    busy: 'تجري الآن قراءة مستندات أخرى. حاول مرة أخرى.',
  },
  empty: 'لا توجد مستندات بعد: يجيب المساعد مما يعرفه نموذجه.',
  search: 'البحث في المستندات',
  noneFound: 'لا يوجد مستند مطابق.',
  passages: (count) =>
    plural('ar', count, {
      one: 'مقطع واحد',
      two: 'مقطعان',
      few: `${formatNumber(count)} مقاطع`,
      many: `${formatNumber(count)} مقطعًا`,
      other: `${formatNumber(count)} مقطع`,
    }),
  used: (time) => `آخر استخدام: ${time}`,
  neverUsed: 'لم يُستخدم بعد',
  changed: (time) => `تغيّر: ${time}`,
  onlyWith: (facts) => `فقط مع ${facts}`,
  remove: 'حذف',
  removeTitle: 'هل تريد حذف هذا المستند؟',
  removeBody:
    'ابتداءً من السؤال التالي لن يعرفه المساعد. تختفي الاقتباسات منه من الإجابات السابقة، ويبقى نصها.',
  removed: 'حُذف المستند',
  tryIt: 'تجربة سؤال',
  tryNote: 'يعرض ما سيُعطى للمساعد مع سؤال ما. لا يُطرح السؤال عليه، ولا يُحتسب شيء.',
  question: 'السؤال',
  find: 'بحث',
  modes: {
    whole: 'المستندات قصيرة بما يكفي: يقرؤها المساعد كلها مع كل سؤال.',
    found: 'يُعطى المساعد هذه المقاطع، أفضلها أولًا.',
    none: 'لا يوجد مستند مطابق، ويُبلَّغ المساعد بذلك.',
  },
  operators: 'من المشغّل',
};
