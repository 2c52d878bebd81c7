// Stands before the scripted model: counts what it is asked, holds its answers
// until a scenario lets them through, and lists its models.
import { createServer } from 'node:http';

const names = ['played:7b', 'scripted', 'renamed'];
const lists = {
  '/api/tags': { models: names.map((name) => ({ name })) }, // Ollama
  '/v1/models': { data: names.map((id) => ({ id })) }, // compatible with OpenAI
};

export async function gate(url) {
  let open = Promise.resolve();
  let letThrough = () => {};
  const asked = [];
  const server = createServer(async (request, response) => {
    if (lists[request.url] !== undefined) {
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify(lists[request.url]));
      return;
    }
    const parts = [];
    for await (const part of request) {
      parts.push(part);
    }
    const body = Buffer.concat(parts);
    if (request.method === 'POST') {
      asked.push({ path: request.url, body: body.toString(), headers: request.headers });
      await open;
    }
    try {
      const answer = await fetch(url + request.url, { method: request.method, headers: { 'Content-Type': 'application/json' }, ...(body.length > 0 ? { body } : {}) });
      response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? 'text/plain' });
      for await (const part of answer.body ?? []) {
        response.write(part);
      }
    } catch {
      response.destroy(); // the model has ended
    }
    response.end();
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    /** The requests so far. */
    asked,
    /** Answers wait from now on, until release. */
    hold() {
      open = new Promise((done) => (letThrough = done));
    },
    release() {
      letThrough();
      open = Promise.resolve();
    },
    close() {
      letThrough();
      server.close();
      server.closeAllConnections();
    },
  };
}
