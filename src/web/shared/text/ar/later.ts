import { passwords } from '#contract/languages/passwords/ar.ts';
import { formatNumber } from '../format.ts';
import type { LaterCatalogue } from '../later-text.ts';

export const later: LaterCatalogue = {
  understood: 'حسنًا',
  cancel: 'إلغاء',
  save: 'حفظ',
  undo: 'تراجع',
  online: 'عاد الاتصال بالإنترنت.',
  deleted: 'حُذفت المحادثة',
  passwordLink: (by, time) =>
    `عُرض على ${by ?? 'مشغّل هذه الخدمة'} رابط لاختيار كلمة مرورك (${time}). إذا لم تطلب ذلك، فاختر كلمة مرور جديدة وأبلغ المسؤولين لديك.`,

  problems: {
    user_blocked: 'تم منعك من الإرسال. تبقى محادثاتك متاحة للقراءة.',
    conversation_busy: 'ما زالت الإجابة جارية في هذه المحادثة، ربما في علامة تبويب أخرى.',
    agent_not_allowed: 'تعود هذه المحادثة إلى مساعد لم يعد متاحًا.',
    rate_limited: 'كان ذلك سريعًا. انتظر لحظة ثم أرسل مجددًا.',
    too_many_readers: 'صفحات كثيرة تنتظر الإجابات. أغلق بعضها.',
    too_many_concurrent: 'تُكتب إجابات كثيرة في الوقت نفسه. انتظر حتى تنتهي إحداها.',
    queue_full: 'الخدمة مشغولة جدًا. حاول مجددًا بعد دقيقة.',
    provider_error: 'تعذّر على النموذج أن يجيب.',
    provider_unavailable: 'لا يوجد نموذج متاح الآن. حاول مجددًا بعد قليل.',
    provider_timeout: 'استغرق النموذج وقتًا طويلًا.',
    turn_timeout: 'استغرقت الإجابة وقتًا طويلًا.',
    unavailable: 'لا تستطيع الخدمة الإجابة الآن. حاول مجددًا بعد قليل.',
    worker_lost: 'انقطعت الخدمة.',
    queue_expired: 'طال الانتظار في الطابور.',
    prompt_too_long: 'هذا طويل جدًا. اختصره وأرسله مجددًا.',
    deep_dive_not_enabled: 'التفكير المعمّق غير متاح هنا.',
    deep_dive_first_send_not_allowed: 'التفكير المعمّق متاح بعد الإجابة.',
    no_response_to_retry: 'لا توجد إجابة لإعادة المحاولة.',
    message_not_found: 'لم يعد هذا السؤال موجودًا.',
    validation_error: 'لم يُقبل ذلك. تحقّق مما كتبته.',
    user_disabled: 'الحساب معطّل.',
    too_many_attempts: 'محاولات كثيرة جدًا. انتظر قليلًا.',
  },

  feedback: {
    title: 'ما المشكلة؟',
    reasons: ['غير صحيحة', 'غير مفيدة', 'غير مكتملة', 'لم تتبع السؤال', 'غير آمنة أو مسيئة'],
    comment: 'تعليق (اختياري)',
    send: 'إرسال الملاحظات',
    thanks: 'شكرًا على ملاحظاتك',
  },

  shortcuts: {
    title: 'اختصارات لوحة المفاتيح',
    send: 'إرسال',
    newLine: 'سطر جديد',
    stop: 'إيقاف الإجابة',
    focus: 'كتابة رسالة',
    search: 'البحث في المحادثات',
    newChat: 'محادثة جديدة',
    copyLast: 'نسخ آخر إجابة',
    help: 'هذه القائمة',
  },

  menu: {
    exportMarkdown: 'تصدير بصيغة Markdown',
    exportJson: 'تصدير بصيغة JSON',
    exportAll: 'تصدير محادثاتي',
    deleteAll: 'حذف كل محادثاتي',
    print: 'طباعة',
    notify: 'إشعاري بالإجابات',
    shortcuts: 'اختصارات لوحة المفاتيح',
    account: 'الحساب',
    password: 'تغيير كلمة المرور',
    signOut: 'تسجيل الخروج',
    signOutEverywhere: 'تسجيل الخروج من كل الأجهزة',
    theme: 'المظهر',
    themes: { system: 'النظام', light: 'فاتح', dark: 'داكن' },
  },

  session: {
    ended: 'انتهت جلستك',
    endedBody: 'أعد تحميل الصفحة التي تحتوي على هذه المحادثة للمتابعة. ما كتبته محفوظ حتى ذلك الحين.',
    signedOut: 'سجّل الدخول للمحادثة',
    signedOutBody: 'تعرض هذه الصفحة المحادثة لمن سجّلوا الدخول.',
    signIn: 'تسجيل الدخول',
    unavailable: 'المحادثة غير متاحة حاليًا',
    unavailableBody: 'حاول مجددًا بعد لحظات.',
    disabled: 'حسابك معطّل',
    disabledBody: 'اطلب من مسؤول مؤسستك تفعيله من جديد.',
    waiting: 'جارٍ الاتصال…',
    direct: 'هذا العنوان مخصص للعرض داخل صفحة أخرى',
    directBody: 'افتح المحادثة نفسها بدلًا من ذلك.',
    openChat: 'فتح المحادثة',
  },

  actions: {
    copy: 'نسخ',
    good: 'إجابة جيدة',
    bad: 'إجابة سيئة',
    deepDiveLeft: (left) => `المتبقي: ${formatNumber(left)}`,
    deepDiveUsedUp: (reset) => `استُنفد حتى ${reset}`,
    deepDiveHelp: 'يفكر بعمق أكبر ويجيب مرة أخرى. يمكنك المقارنة بين الإجابتين.',
    previous: 'النسخة السابقة',
    next: 'النسخة التالية',
    version: (index, count) => `${index}/${count}`,
  },

  progress: {
    answering: 'تجري الإجابة',
    answerComplete: 'اكتملت الإجابة',
    answerStopped: 'توقفت الإجابة',
    answerFailed: 'تعذّرت الإجابة',
    wait: 'الانتظار',
    interrupt: 'إيقافها والإرسال',
  },

  versions: {
    regenerate: 'إعادة الإنشاء',
    edit: 'تعديل',
    editLabel: 'سؤالك',
    editHelp: 'ستُكتب إجابة جديدة. وما يلي الآن يُحفظ كنسخة سابقة.',
    edited: 'معدّل',
    older: 'تستمر المحادثة من أحدث نسخة.',
    earlier: 'هذه نسخة سابقة، ولم تعد جزءًا من المحادثة.',
    back: 'العودة إلى المحادثة',
    askAgain: 'السؤال مجددًا',
    withdrawn: 'عاد نصك إلى حقل الرسالة. ما ترسله بعد ذلك يحل محل هذا السؤال.',
    taken: 'تم تغيير هذا السؤال في نافذة أخرى. نصك محفوظ في حقل الرسالة.',
  },

  markdown: {
    code: 'شيفرة',
    formula: 'صيغة',
    table: 'جدول',
    wrap: 'لفّ الأسطر',
    save: 'تنزيل الشيفرة',
    footnotes: 'الحواشي',
    footnote: (number) => `الحاشية ${number}`,
    back: (number) => `العودة إلى المرجع ${number}`,
    source: (number, host) => `المصدر ${number}: ${host}`,
    alerts: { note: 'ملاحظة', tip: 'نصيحة', important: 'مهم', warning: 'تحذير', caution: 'تنبيه' },
  },

  notifyRefused: 'لا يسمح المتصفح لهذه الصفحة بإرسال الإشعارات.',

  search: {
    searching: 'جارٍ البحث…',
    none: 'لم يُعثر على شيء.',
    noneSoFar: (date) => `لم يُعثر على شيء منذ ${date}.`,
    until: (date) => `شمل البحث ما بعد ${date}.`,
    older: 'البحث في محادثات أقدم',
    found: (count) => `النتائج: ${formatNumber(count)}`,
  },

  archive: {
    none: 'لا توجد محادثات مؤرشفة.',
    back: 'العودة إلى كل المحادثات',
  },

  manage: {
    rename: 'إعادة تسمية',
    delete: 'حذف',
    pin: 'تثبيت',
    unpin: 'إلغاء التثبيت',
    archive: 'أرشفة',
    unarchive: 'إلغاء الأرشفة',
    pinned: 'تم تثبيت المحادثة',
    unpinned: 'أُلغي تثبيت المحادثة',
    archived: 'تمت أرشفة المحادثة',
    unarchived: 'عادت المحادثة إلى القائمة',
    renameTitle: 'إعادة التسمية',
    renameLabel: 'العنوان',
    deleteTitle: 'هل تريد حذف هذه المحادثة؟',
    deleteBody: (title) => `سيُمحى «${title}» مع إجاباته. يبقى الاستخدام كما هو.`,
  },

  password: {
    current: 'كلمة المرور الحالية',
    chosen: 'كلمة المرور الجديدة',
    changed: 'تم تغيير كلمة المرور. وانتهت جلساتك الأخرى.',
    wrong: 'كلمة المرور الحالية غير صحيحة.',
    ...passwords,
  },

  everywhere: {
    title: 'تسجيل الخروج من كل الأجهزة؟',
    body: 'سيتم تسجيل خروجك من كل الأجهزة، ومن هذا الجهاز أيضًا.',
  },

  all: {
    title: 'حذف كل المحادثات؟',
    body: 'ستُمحى كل محادثاتك وإجاباتها، بما فيها المؤرشفة. لا يمكن التراجع عن ذلك. يبقى الاستخدام كما هو.',
    confirm: (word) => `اكتب «${word}» للتأكيد`,
    word: 'حذف',
    deleted: 'تم حذف كل المحادثات',
  },
};
