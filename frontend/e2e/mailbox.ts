import { type APIRequestContext, expect } from '@playwright/test'

interface Message {
  subject?: string
  text?: string
}

/** The link to a dashboard path in the latest mail to an address; waits for the mail. */
export async function linkInMail(request: APIRequestContext, to: string, path: string): Promise<string> {
  let link: string | undefined
  await expect
    .poll(
      async () => {
        const answer = await request.get('/_local/mailbox/api/messages', { params: { to } })
        const { messages } = (await answer.json()) as { messages: Message[] }
        link = messages.flatMap(({ text }) => text?.match(/https?:\/\/\S+/g) ?? []).find(url => url.includes(`#${path}`))
        return link
      },
      { message: `a mail to ${to} with a link to ${path}` },
    )
    .toBeDefined()
  return link ?? ''
}

/** The code in the latest SMS message to a number, of which there are at least so many. */
export async function codeInMessage(request: APIRequestContext, to: string, count = 1): Promise<string> {
  let code: string | undefined
  await expect
    .poll(
      async () => {
        const answer = await request.get('/_local/mailbox/api/messages', { params: { to } })
        const { messages } = (await answer.json()) as { messages: Message[] }
        code = messages.length >= count ? messages[0]?.text?.match(/\d{6}/)?.[0] : undefined
        return code
      },
      { message: `a code sent to ${to}` },
    )
    .toBeDefined()
  return code ?? ''
}
