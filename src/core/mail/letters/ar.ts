import type { LetterWords } from './en.ts';

export const ar: LetterWords = {
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
};
