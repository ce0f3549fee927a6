/** The domain of an e-mail address, by which its identity provider is found. */
export const domainOf = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase()
