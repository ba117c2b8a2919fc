import type { Language } from '#contract/languages/languages.ts';

/** The numbers for which languages have forms of their own, and one that is written with a separator. */
export const counts = [0, 1, 2, 5, 11, 1_234] as const;

/** What each place says of each of these numbers, in the grammar of the language. */
export const countedWords: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {
    'chat.composer.tooLong':
      '0 characters too long | 1 character too long | 2 characters too long | 5 characters too long | 11 characters too long | 1,234 characters too long',
    'later.progress.thinkingFor':
      'Thinking · 0 s | Thinking · 1 s | Thinking · 2 s | Thinking · 5 s | Thinking · 11 s | Thinking · 1,234 s',
    'later.progress.queued':
      'Next in the queue | Next in the queue | Number 2 in the queue | Number 5 in the queue | Number 11 in the queue | Number 1,234 in the queue',
    'chat.usage.of': '0 of 0 | 1 of 1 | 2 of 2 | 5 of 5 | 11 of 11 | 1,234 of 1,234',
    'later.actions.deepDiveLeft': '0 left | 1 left | 2 left | 5 left | 11 left | 1,234 left',
    'later.search.found': '0 found | 1 found | 2 found | 5 found | 11 found | 1,234 found',
    'later.password.wait':
      'Too many attempts. Try again in 0 minutes. | Too many attempts. Try again in a minute. | Too many attempts. Try again in 2 minutes. | Too many attempts. Try again in 5 minutes. | Too many attempts. Try again in 11 minutes. | Too many attempts. Try again in 1234 minutes.',
    'later.webhooks.attempts': '0 tries | one try | 2 tries | 5 tries | 11 tries | 1,234 tries',
    'later.security.manySessions':
      'all 0 sessions of people who are signed in | all 1 sessions of people who are signed in | all 2 sessions of people who are signed in | all 5 sessions of people who are signed in | all 11 sessions of people who are signed in | all 1,234 sessions of people who are signed in',
  },
  de: {
    'chat.composer.tooLong':
      '0 Zeichen zu lang | 1 Zeichen zu lang | 2 Zeichen zu lang | 5 Zeichen zu lang | 11 Zeichen zu lang | 1.234 Zeichen zu lang',
    'later.progress.thinkingFor':
      'Denkt nach · 0 s | Denkt nach · 1 s | Denkt nach · 2 s | Denkt nach · 5 s | Denkt nach · 11 s | Denkt nach · 1.234 s',
    'later.progress.queued':
      'Als Nächstes an der Reihe | Als Nächstes an der Reihe | Platz 2 in der Warteschlange | Platz 5 in der Warteschlange | Platz 11 in der Warteschlange | Platz 1.234 in der Warteschlange',
    'chat.usage.of': '0 von 0 | 1 von 1 | 2 von 2 | 5 von 5 | 11 von 11 | 1.234 von 1.234',
    'later.actions.deepDiveLeft': 'noch 0 | noch 1 | noch 2 | noch 5 | noch 11 | noch 1.234',
    'later.search.found': '0 gefunden | 1 gefunden | 2 gefunden | 5 gefunden | 11 gefunden | 1.234 gefunden',
    'later.password.wait':
      'Zu viele Versuche. Versuchen Sie es in 0 Minuten erneut. | Zu viele Versuche. Versuchen Sie es in einer Minute erneut. | Zu viele Versuche. Versuchen Sie es in 2 Minuten erneut. | Zu viele Versuche. Versuchen Sie es in 5 Minuten erneut. | Zu viele Versuche. Versuchen Sie es in 11 Minuten erneut. | Zu viele Versuche. Versuchen Sie es in 1234 Minuten erneut.',
    'later.webhooks.attempts':
      '0 Versuche | ein Versuch | 2 Versuche | 5 Versuche | 11 Versuche | 1.234 Versuche',
    'later.security.manySessions':
      'alle 0 Sitzungen angemeldeter Personen | alle 1 Sitzungen angemeldeter Personen | alle 2 Sitzungen angemeldeter Personen | alle 5 Sitzungen angemeldeter Personen | alle 11 Sitzungen angemeldeter Personen | alle 1.234 Sitzungen angemeldeter Personen',
  },
  fr: {
    'chat.composer.tooLong':
      '0 caractère de trop | 1 caractère de trop | 2 caractères de trop | 5 caractères de trop | 11 caractères de trop | 1\u202f234 caractères de trop',
    'later.progress.thinkingFor':
      'Réflexion · 0 s | Réflexion · 1 s | Réflexion · 2 s | Réflexion · 5 s | Réflexion · 11 s | Réflexion · 1\u202f234 s',
    'later.progress.queued':
      'Prochain dans la file | Prochain dans la file | Numéro 2 dans la file | Numéro 5 dans la file | Numéro 11 dans la file | Numéro 1\u202f234 dans la file',
    'chat.usage.of': '0 sur 0 | 1 sur 1 | 2 sur 2 | 5 sur 5 | 11 sur 11 | 1\u202f234 sur 1\u202f234',
    'later.actions.deepDiveLeft':
      '0 restant | 1 restant | 2 restants | 5 restants | 11 restants | 1\u202f234 restants',
    'later.search.found':
      '0 trouvée | 1 trouvée | 2 trouvées | 5 trouvées | 11 trouvées | 1\u202f234 trouvées',
    'later.password.wait':
      'Trop de tentatives. Réessayez dans 0 minutes. | Trop de tentatives. Réessayez dans une minute. | Trop de tentatives. Réessayez dans 2 minutes. | Trop de tentatives. Réessayez dans 5 minutes. | Trop de tentatives. Réessayez dans 11 minutes. | Trop de tentatives. Réessayez dans 1234 minutes.',
    'later.webhooks.attempts':
      '0 tentative | 1 tentative | 2 tentatives | 5 tentatives | 11 tentatives | 1\u202f234 tentatives',
    'later.security.manySessions':
      '0 session ouverte | 1 session ouverte | l’ensemble des 2 sessions ouvertes | l’ensemble des 5 sessions ouvertes | l’ensemble des 11 sessions ouvertes | l’ensemble des 1\u202f234 sessions ouvertes',
  },
  es: {
    'chat.composer.tooLong':
      '0 caracteres de más | 1 carácter de más | 2 caracteres de más | 5 caracteres de más | 11 caracteres de más | 1234 caracteres de más',
    'later.progress.thinkingFor':
      'Pensando · 0 s | Pensando · 1 s | Pensando · 2 s | Pensando · 5 s | Pensando · 11 s | Pensando · 1234 s',
    'later.progress.queued':
      'Siguiente en la cola | Siguiente en la cola | Número 2 en la cola | Número 5 en la cola | Número 11 en la cola | Número 1234 en la cola',
    'chat.usage.of': '0 de 0 | 1 de 1 | 2 de 2 | 5 de 5 | 11 de 11 | 1234 de 1234',
    'later.actions.deepDiveLeft': 'quedan 0 | queda 1 | quedan 2 | quedan 5 | quedan 11 | quedan 1234',
    'later.search.found':
      '0 encontradas | 1 encontrada | 2 encontradas | 5 encontradas | 11 encontradas | 1234 encontradas',
    'later.password.wait':
      'Demasiados intentos. Vuelva a intentarlo en 0 minutos. | Demasiados intentos. Vuelva a intentarlo en un minuto. | Demasiados intentos. Vuelva a intentarlo en 2 minutos. | Demasiados intentos. Vuelva a intentarlo en 5 minutos. | Demasiados intentos. Vuelva a intentarlo en 11 minutos. | Demasiados intentos. Vuelva a intentarlo en 1234 minutos.',
    'later.webhooks.attempts':
      '0 intentos | un intento | 2 intentos | 5 intentos | 11 intentos | 1234 intentos',
    'later.security.manySessions':
      'las 0 sesiones abiertas | las 1 sesiones abiertas | las 2 sesiones abiertas | las 5 sesiones abiertas | las 11 sesiones abiertas | las 1234 sesiones abiertas',
  },
  pt: {
    'chat.composer.tooLong':
      '0 caractere a mais | 1 caractere a mais | 2 caracteres a mais | 5 caracteres a mais | 11 caracteres a mais | 1.234 caracteres a mais',
    'later.progress.thinkingFor':
      'Pensando · 0 s | Pensando · 1 s | Pensando · 2 s | Pensando · 5 s | Pensando · 11 s | Pensando · 1.234 s',
    'later.progress.queued':
      'Próximo na fila | Próximo na fila | Número 2 na fila | Número 5 na fila | Número 11 na fila | Número 1.234 na fila',
    'chat.usage.of': '0 de 0 | 1 de 1 | 2 de 2 | 5 de 5 | 11 de 11 | 1.234 de 1.234',
    'later.actions.deepDiveLeft': 'resta 0 | resta 1 | restam 2 | restam 5 | restam 11 | restam 1.234',
    'later.search.found':
      '0 encontrada | 1 encontrada | 2 encontradas | 5 encontradas | 11 encontradas | 1.234 encontradas',
    'later.password.wait':
      'Tentativas demais. Tente novamente em 0 minutos. | Tentativas demais. Tente novamente em um minuto. | Tentativas demais. Tente novamente em 2 minutos. | Tentativas demais. Tente novamente em 5 minutos. | Tentativas demais. Tente novamente em 11 minutos. | Tentativas demais. Tente novamente em 1234 minutos.',
    'later.webhooks.attempts':
      '0 tentativas | uma tentativa | 2 tentativas | 5 tentativas | 11 tentativas | 1.234 tentativas',
    'later.security.manySessions':
      'as 0 sessões de pessoas conectadas | as 1 sessões de pessoas conectadas | as 2 sessões de pessoas conectadas | as 5 sessões de pessoas conectadas | as 11 sessões de pessoas conectadas | as 1.234 sessões de pessoas conectadas',
  },
  it: {
    'chat.composer.tooLong':
      '0 caratteri di troppo | 1 carattere di troppo | 2 caratteri di troppo | 5 caratteri di troppo | 11 caratteri di troppo | 1234 caratteri di troppo',
    'later.progress.thinkingFor':
      'Sto pensando · 0 s | Sto pensando · 1 s | Sto pensando · 2 s | Sto pensando · 5 s | Sto pensando · 11 s | Sto pensando · 1234 s',
    'later.progress.queued':
      'Prossima in coda | Prossima in coda | Numero 2 in coda | Numero 5 in coda | Numero 11 in coda | Numero 1234 in coda',
    'chat.usage.of': '0 di 0 | 1 di 1 | 2 di 2 | 5 di 5 | 11 di 11 | 1234 di 1234',
    'later.actions.deepDiveLeft': '0 rimasti | 1 rimasto | 2 rimasti | 5 rimasti | 11 rimasti | 1234 rimasti',
    'later.search.found': '0 trovate | 1 trovata | 2 trovate | 5 trovate | 11 trovate | 1234 trovate',
    'later.password.wait':
      'Troppi tentativi. Riprova tra 0 minuti. | Troppi tentativi. Riprova tra un minuto. | Troppi tentativi. Riprova tra 2 minuti. | Troppi tentativi. Riprova tra 5 minuti. | Troppi tentativi. Riprova tra 11 minuti. | Troppi tentativi. Riprova tra 1234 minuti.',
    'later.webhooks.attempts':
      '0 tentativi | un tentativo | 2 tentativi | 5 tentativi | 11 tentativi | 1234 tentativi',
    'later.security.manySessions':
      'tutte le 0 sessioni delle persone connesse | tutte le 1 sessioni delle persone connesse | tutte le 2 sessioni delle persone connesse | tutte le 5 sessioni delle persone connesse | tutte le 11 sessioni delle persone connesse | tutte le 1234 sessioni delle persone connesse',
  },
  ja: {
    'chat.composer.tooLong':
      '0 文字超過しています | 1 文字超過しています | 2 文字超過しています | 5 文字超過しています | 11 文字超過しています | 1,234 文字超過しています',
    'later.progress.thinkingFor':
      '考え中 · 0 秒 | 考え中 · 1 秒 | 考え中 · 2 秒 | 考え中 · 5 秒 | 考え中 · 11 秒 | 考え中 · 1,234 秒',
    'later.progress.queued':
      '次の順番です | 次の順番です | 2 番目に待機中 | 5 番目に待機中 | 11 番目に待機中 | 1,234 番目に待機中',
    'chat.usage.of': '0 / 0 | 1 / 1 | 2 / 2 | 5 / 5 | 11 / 11 | 1,234 / 1,234',
    'later.actions.deepDiveLeft':
      '残り 0 回 | 残り 1 回 | 残り 2 回 | 残り 5 回 | 残り 11 回 | 残り 1,234 回',
    'later.search.found':
      '0件見つかりました | 1件見つかりました | 2件見つかりました | 5件見つかりました | 11件見つかりました | 1,234件見つかりました',
    'later.password.wait':
      '試行回数が多すぎます。0 分後にもう一度お試しください。 | 試行回数が多すぎます。1 分後にもう一度お試しください。 | 試行回数が多すぎます。2 分後にもう一度お試しください。 | 試行回数が多すぎます。5 分後にもう一度お試しください。 | 試行回数が多すぎます。11 分後にもう一度お試しください。 | 試行回数が多すぎます。1234 分後にもう一度お試しください。',
    'later.webhooks.attempts': '試行 0 回 | 試行 1 回 | 試行 2 回 | 試行 5 回 | 試行 11 回 | 試行 1,234 回',
    'later.security.manySessions':
      'サインイン中の 0 件のセッション | サインイン中の 1 件のセッション | サインイン中の 2 件のセッション | サインイン中の 5 件のセッション | サインイン中の 11 件のセッション | サインイン中の 1,234 件のセッション',
  },
  zh: {
    'chat.composer.tooLong':
      '超出 0 个字符 | 超出 1 个字符 | 超出 2 个字符 | 超出 5 个字符 | 超出 11 个字符 | 超出 1,234 个字符',
    'later.progress.thinkingFor':
      '思考中 · 0 秒 | 思考中 · 1 秒 | 思考中 · 2 秒 | 思考中 · 5 秒 | 思考中 · 11 秒 | 思考中 · 1,234 秒',
    'later.progress.queued':
      '排队：下一个 | 排队：下一个 | 排队：第 2 位 | 排队：第 5 位 | 排队：第 11 位 | 排队：第 1,234 位',
    'chat.usage.of': '0 / 0 | 1 / 1 | 2 / 2 | 5 / 5 | 11 / 11 | 1,234 / 1,234',
    'later.actions.deepDiveLeft':
      '剩余 0 次 | 剩余 1 次 | 剩余 2 次 | 剩余 5 次 | 剩余 11 次 | 剩余 1,234 次',
    'later.search.found': '找到 0 个 | 找到 1 个 | 找到 2 个 | 找到 5 个 | 找到 11 个 | 找到 1,234 个',
    'later.password.wait':
      '尝试次数过多。请在 0 分钟后重试。 | 尝试次数过多。请在 1 分钟后重试。 | 尝试次数过多。请在 2 分钟后重试。 | 尝试次数过多。请在 5 分钟后重试。 | 尝试次数过多。请在 11 分钟后重试。 | 尝试次数过多。请在 1234 分钟后重试。',
    'later.webhooks.attempts': '尝试 0 次 | 尝试 1 次 | 尝试 2 次 | 尝试 5 次 | 尝试 11 次 | 尝试 1,234 次',
    'later.security.manySessions':
      '已登录用户的全部 0 个会话 | 已登录用户的全部 1 个会话 | 已登录用户的全部 2 个会话 | 已登录用户的全部 5 个会话 | 已登录用户的全部 11 个会话 | 已登录用户的全部 1,234 个会话',
  },
  ar: {
    'chat.composer.tooLong':
      'أطول بـ 0 حرف | أطول بحرف واحد | أطول بحرفين | أطول بـ 5 أحرف | أطول بـ 11 حرفًا | أطول بـ 1,234 حرفًا',
    'later.progress.thinkingFor':
      'يفكر · 0 ث | يفكر · 1 ث | يفكر · 2 ث | يفكر · 5 ث | يفكر · 11 ث | يفكر · 1,234 ث',
    'later.progress.queued':
      'التالي في قائمة الانتظار | التالي في قائمة الانتظار | رقم 2 في قائمة الانتظار | رقم 5 في قائمة الانتظار | رقم 11 في قائمة الانتظار | رقم 1,234 في قائمة الانتظار',
    'chat.usage.of': '0 من 0 | 1 من 1 | 2 من 2 | 5 من 5 | 11 من 11 | 1,234 من 1,234',
    'later.actions.deepDiveLeft':
      'المتبقي: 0 | المتبقي: 1 | المتبقي: 2 | المتبقي: 5 | المتبقي: 11 | المتبقي: 1,234',
    'later.search.found': 'النتائج: 0 | النتائج: 1 | النتائج: 2 | النتائج: 5 | النتائج: 11 | النتائج: 1,234',
    'later.password.wait':
      'محاولات كثيرة. حاول مجددًا بعد 0 دقيقة. | محاولات كثيرة. حاول مجددًا بعد دقيقة. | محاولات كثيرة. حاول مجددًا بعد دقيقتين. | محاولات كثيرة. حاول مجددًا بعد 5 دقائق. | محاولات كثيرة. حاول مجددًا بعد 11 دقيقة. | محاولات كثيرة. حاول مجددًا بعد 1234 دقيقة.',
    'later.webhooks.attempts': 'دون محاولات | محاولة واحدة | محاولتان | 5 محاولات | 11 محاولة | 1,234 محاولة',
    'later.security.manySessions':
      'كل الجلسات المفتوحة (0 جلسة) | كل الجلسات المفتوحة (1 جلسة) | الجلستين المفتوحتين | كل الجلسات المفتوحة (5 جلسات) | كل الجلسات المفتوحة (11 جلسة) | كل الجلسات المفتوحة (1,234 جلسة)',
  },
};
