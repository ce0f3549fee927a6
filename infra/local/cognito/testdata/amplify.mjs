// Signs in with the real aws-amplify against the pool whose settings the
// environment gives, and prints one line for each step that went well.
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';

const require = createRequire(process.env.AMPLIFY_ROOT + '/package.json');
const load = async (name) => import(pathToFileURL(require.resolve(name)).href);
const amplify = await load('aws-amplify');
const auth = await load('aws-amplify/auth');
const { cognitoUserPoolsTokenProvider } = await load('aws-amplify/auth/cognito');

const store = new Map();
const memory = {
  async setItem(key, value) { store.set(key, value); },
  async getItem(key) { return store.get(key) ?? null; },
  async removeItem(key) { store.delete(key); },
  async clear() { store.clear(); },
};
amplify.Amplify.configure({
  Auth: { Cognito: { userPoolId: process.env.POOL_ID, userPoolClientId: process.env.CLIENT_ID, userPoolEndpoint: process.env.ENDPOINT + '/' } },
});
cognitoUserPoolsTokenProvider.setKeyValueStorage(memory); // configure has set the default one

const expect = (step, ok, detail) => {
  if (!ok) throw new Error(`${step}: ${JSON.stringify(detail)}`);
  console.log(step);
};
const refused = async (step, name, promise) => {
  try {
    await promise;
  } catch (error) {
    return expect(step, error.name === name, { name: error.name, message: error.message });
  }
  return expect(step, false, 'no error');
};

const username = 'hanako@example.jp';
await refused('wrong password', 'NotAuthorizedException', auth.signIn({ username, password: 'Wrong-2026' }));
await refused('unknown user', 'NotAuthorizedException', auth.signIn({ username: 'nobody@example.jp', password: 'Wrong-2026' }));

let result = await auth.signIn({ username, password: 'Anzen-2026' });
expect('sign-in', result.isSignedIn, result);
const user = await auth.getCurrentUser();
expect('current user', user.userId === process.env.SUB && user.username === process.env.SUB, user);

const before = await auth.fetchAuthSession();
const refreshKey = [...store.keys()].find((key) => key.endsWith('.refreshToken'));
const refreshBefore = store.get(refreshKey);
const after = await auth.fetchAuthSession({ forceRefresh: true });
expect('refresh', before.tokens.idToken.toString() !== after.tokens.idToken.toString(), 'the same token');
expect('rotation', store.get(refreshKey) !== refreshBefore, 'the same refresh token');

await auth.signOut();
expect('sign-out', store.get(refreshKey) === undefined, [...store.keys()]);
result = await auth.signIn({ username, password: 'Anzen-2026', options: { authFlowType: 'USER_PASSWORD_AUTH' } });
expect('password in the clear', result.isSignedIn, result);
