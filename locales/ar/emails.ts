import type { EmailWords } from '../en/emails.ts';

export const ar: EmailWords = {
  reset: {
    subject: 'اختر كلمة مرور جديدة',
    asked: (email, tenant) => `طُلبت كلمة مرور جديدة للحساب ${email} لدى «${tenant}».`,
    choose: 'إذا كنت أنت من طلبها، فاخترها هنا خلال ساعة:',
    otherwise: 'إذا لم تكن أنت، فلم يتغير شيء، ويمكنك تجاهل هذه الرسالة.',
  },
  adminReset: {
    subject: 'اختر كلمة مرور جديدة',
    done: (email, tenant) =>
      `أعاد أحد المسؤولين تعيين كلمة مرور ${email} لدى «${tenant}». لم تعد كلمة المرور السابقة صالحة.`,
    choose: 'اختر كلمة مرور جديدة هنا خلال 24 ساعة:',
  },
  invite: {
    subject: 'يمكنك تسجيل الدخول إلى المحادثة',
    given: (email, tenant) => `منح أحد مسؤولي «${tenant}» الحساب ${email} حق استخدام المحادثة.`,
    choose: 'اختر كلمة مرور هنا خلال سبعة أيام:',
  },
  disabledWebhook: {
    subject: 'عُطّل أحد خطافات الويب',
    stopped: (tenant, origin) =>
      `لم تعد أحداث «${tenant}» تُرسَل إلى ${origin}: أجاب بأنه لم يعد موجودًا، أو استمر فشله أيامًا.`,
    remedy: 'عندما يعمل مجددًا، فعّله في صفحة الحساب، في قسم «خطافات الويب»، وأعد إرسال ما فاته.',
  },
  key: {
    subject: 'تغيّر مفتاح API الخاص بكم',
    replacedByKey: (tenant) => `استُبدل مفتاح API الخاص بـ«${tenant}» بطلب ورد باستخدامه.`,
    replaced: (email, tenant) => `استبدل ${email} مفتاح API الخاص بـ«${tenant}».`,
    ended: (email, tenant) => `أنهى ${email} مفتاح API السابق الخاص بـ«${tenant}».`,
    previous: (time) => `يبقى المفتاح السابق صالحًا حتى ${time}.`,
    noOther: 'لم يعد أي مفتاح آخر صالحًا.',
    otherwise:
      'إذا لم يفعل ذلك أحد منكم، فاستبدلوا المفتاح في صفحة الحساب، حيث يمكنكم إنهاء جميع المفاتيح الأخرى فورًا:',
  },
  test: {
    subject: 'رسالة من Parley',
    body: 'أُرسلت هذه الرسالة من وحدة التحكم للتحقق من وصول الرسائل.',
  },
};
