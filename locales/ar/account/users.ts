import type { UserWords } from '#web/administration/users/users-props.ts';

export const users: UserWords = {
  note: 'الأشخاص الذين يسجّلون الدخول. عند تعطيل مستخدم يُسجَّل خروجه وتتوقف الإجابة الجارية فورًا.',
  invite: 'دعوة',
  inviteTitle: 'دعوة شخص',
  email: 'البريد الإلكتروني',
  admin: 'مسؤول',
  adminHelp: 'يمكنه فتح هذه الصفحة.',
  sendMail: 'إرسال رسالة فيها رابط لاختيار كلمة المرور',
  you: 'أنت',
  disabled: 'معطّل',
  lastSeen: (time) => `آخر نشاط: ${time}`,
  neverSeen: 'لم يسجّل الدخول بعد',
  disable: 'تعطيل',
  enable: 'تفعيل',
  makeAdmin: 'تعيين مسؤولًا',
  removeAdmin: 'إزالة صلاحية المسؤول',
  resetPassword: 'إعادة تعيين كلمة المرور',
  disableTitle: 'هل تريد تعطيل هذا المستخدم؟',
  disableBody: (email) =>
    `سيُسجَّل خروج ${email} من كل مكان فورًا وتتوقف الإجابة الجارية. تبقى المحادثات محفوظة.`,
  resetTitle: 'هل تريد إعادة تعيين كلمة المرور هذه؟',
  resetBody: (email) =>
    `سيُسجَّل خروج ${email} من كل مكان وتنتهي صلاحية كلمة المرور. تصل رسالة فيها رابط لاختيار كلمة أخرى؛ وإن لم يوجد خادم بريد فسيظهر الرابط لك.`,
  removeAdminTitle: 'هل تريد إزالة هذا المسؤول؟',
  removeAdminBody: (email) => `يمكن لـ ${email} متابعة المحادثة، لكن لن يمكنه فتح هذه الصفحة.`,
  linkTitle: 'رابط لاختيار كلمة المرور',
  linkBody: (email, time) =>
    `مرّره إلى ${email}. يعمل مرة واحدة حتى ${time}، ولا يظهر إلا الآن. يُسجَّل في سجل التغييرات أنه ظهر لك، وبعد إعادة التعيين يُبلَّغ الشخص بذلك.`,
  mailedTitle: 'الرسالة في الطريق',
  mailed: (email) => `رسالة فيها رابط في الطريق إلى ${email}.`,
  wasDisabled: (email) => `تم تعطيل ${email}`,
  wasEnabled: (email) => `تم تفعيل ${email}`,
  empty: 'لا يوجد أحد آخر هنا بعد. ادعُ أول شخص.',
  search: 'البحث بالبريد الإلكتروني',
  noneFound: 'لا يوجد بريد إلكتروني يحتوي على ذلك.',
};
