import type { FindingWords } from '#contract/embedding/finding-facts.ts';

export const findings: FindingWords = {
  no_web_address: () => 'عنوان الصفحة ليس عنوان ويب.',
  origin_allowed: ({ origin }) => `يُسمح لـ ${origin} بتضمين المحادثة.`,
  origin_missing: ({ origin, origins }) =>
    `${origins.length === 0 ? 'لا يوجد مصدر مسموح به بعد' : `المصادر المسموح بها: ${origins.join('، ')}`}. أضف ${origin} إلى المصادر، وإلا فلن يعرض المتصفح الإطار.`,
  script_unrestricted: () => 'السياسة لا تقيّد البرنامج النصي.',
  frame_unrestricted: () => 'السياسة لا تقيّد الإطار.',
  source_allowed: ({ directive, source }) => `تسمح ${directive} بـ ${source}.`,
  script_missing: ({ directive, source, add_to: place }) =>
    `لا تسمح ${directive} بالبرنامج النصي: أضف ${source} إلى ${place}.`,
  frame_missing: ({ directive, source, add_to: place }) =>
    `لا تسمح ${directive} بالإطار: أضف ${source} إلى ${place}.`,
  connect_allowed: () => 'تسمح connect-src بنقطة نهاية الرموز في الصفحة.',
  connect_missing: ({ directive, source, add_to: place }) =>
    `لا تسمح ${directive} بنقطة نهاية الرموز في الصفحة: أضف ${source} إلى ${place}.`,
  other_origin: () => 'يجب أن تكون نقطة نهاية الرموز مسارًا في مصدر الصفحة نفسها: المشغّل لا يسأل غيرها.',
  unreachable: ({ url, error }) =>
    `تعذّر فحص POST ${url} من هنا: ${error}. نفّذ ما يلي حيث يمكن الوصول إليها؛ من دون مستخدم يجب أن تجيب بـ 401:`,
  visitor_refused: ({ url, status }) => `تجيب POST ${url} بـ ${status} من دون مستخدم، كما ينبغي.`,
  token_given: ({ url }) => `تعطي POST ${url} رمزًا لزائر بلا جلسة. تأكد من أن هذا مقصود.`,
  no_user: ({ url }) => `تجيب POST ${url} بأنه لا يوجد مستخدم، كما ينبغي.`,
  page_answered: ({ url, status }) =>
    `تجيب POST ${url} بـ ${status} وبصفحة: يجب أن تجيب بـ {"token": "…"}، أو بـ 401 من دون مستخدم.`,
  no_token_answered: ({ url, status }) =>
    `تجيب POST ${url} بـ ${status} وبشيء آخر: يجب أن تجيب بـ {"token": "…"}، أو بـ 401 من دون مستخدم.`,
  redirected: ({ url, status }) =>
    `تجيب POST ${url} بـ ${status}: إنها تعيد التوجيه، ربما إلى تسجيل الدخول. يجب أن تجيب بـ 401 بدلًا من ذلك.`,
  route_missing: ({ url, status }) =>
    `تجيب POST ${url} بـ ${status}: لا يوجد هذا المسار. أضفه أو صحّح data-token-endpoint.`,
  method_refused: ({ url, status }) => `تجيب POST ${url} بـ ${status}: يجب أن يقبل المسار POST.`,
  request_refused: ({ url, status }) =>
    `تجيب POST ${url} بـ ${status}: يجب أن تقبل POST بمحتوى JSON، ‏{"reason": "…"}.`,
  server_failed: ({ url, status }) => `تجيب POST ${url} بـ ${status}: سجل خادمك يبيّن السبب.`,
};
