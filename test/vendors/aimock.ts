export { LLMock } from '@copilotkit/aimock';
