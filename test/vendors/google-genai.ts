export { GoogleGenAI } from '@google/genai';
