/**
 * Domains at which anybody can get an address without belonging to a company. A sign-up needs an address of
 * one's own domain; the server has the last word, with its own list.
 */
const domains = new Set([
  'gmail.com', 'googlemail.com',
  'yahoo.co.jp', 'yahoo.com', 'ymail.ne.jp', 'ymail.com', 'rocketmail.com', 'yahoo.co.uk', 'yahoo.fr', 'yahoo.de',
  'outlook.com', 'outlook.jp', 'hotmail.com', 'hotmail.co.jp', 'live.com', 'live.jp', 'msn.com',
  'icloud.com', 'me.com', 'mac.com', 'aol.com', 'aol.jp',
  'docomo.ne.jp', 'ezweb.ne.jp', 'au.com', 'softbank.ne.jp', 'i.softbank.jp', 'vodafone.ne.jp', 'ymobile.ne.jp', 'rakumail.jp',
  'proton.me', 'protonmail.com', 'pm.me', 'gmx.com', 'gmx.de', 'gmx.net', 'web.de', 'mail.com', 'mail.ru', 'yandex.com', 'yandex.ru',
  'zoho.com', 'tutanota.com', 'fastmail.com', 'excite.co.jp', 'goo.jp', 'goo.ne.jp', 'infoseek.jp', 'nifty.com', 'biglobe.ne.jp',
  'qq.com', '163.com', '126.com', 'sina.com', 'naver.com', 'daum.net', 'hanmail.net',
])

export function isFreeMail(email: string): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).trim().toLowerCase()
  return domains.has(domain)
}
