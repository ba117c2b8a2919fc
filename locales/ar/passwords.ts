import { plural } from '#contract/languages/plural.ts';
import type { PasswordWords } from '../en/passwords.ts';

export const passwords: PasswordWords = {
  weak: {
    common: 'كلمة المرور هذه من الكلمات الشائعة أو تكاد تطابق إحداها.',
    repetitive: 'تكرر كلمة المرور هذه حروفًا قليلة أو تعدّها بالتسلسل، فيسهل تخمينها.',
    personal: 'تكاد كلمة المرور هذه تطابق بريدك أو مؤسستك.',
  },
  hint: (min) => `${min} حرفًا على الأقل. بضع كلمات لا رابط بينها يسهل تذكرها ويصعب تخمينها.`,
  length: (min, max) => `يجب أن تتكون كلمة المرور من ${min} إلى ${max} حرفًا.`,
  wait: (minutes) => {
    const forms = { one: 'دقيقة', two: 'دقيقتين', few: `${minutes} دقائق`, other: `${minutes} دقيقة` };
    return `محاولات كثيرة. حاول مجددًا بعد ${plural('ar', minutes, forms)}.`;
  },
};
